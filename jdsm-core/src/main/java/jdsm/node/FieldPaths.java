package jdsm.node;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import jdsm.SPMD;
import jdsm.runtime.Statics;
import jdsm.runtime.Woven;

/**
 * Finds the fields and elements by which a program reaches given objects, for messages. It reads this rank's present
 * copies, visits a bounded number of objects, and runs no code of the program.
 */
final class FieldPaths {
    private static final int MOST_OBJECTS = 200_000;

    private record Found(Object object, Found from, String step) {
        /** The last field of the program on the way here, with {@code []} for each element that follows. */
        String field() {
            String dimensions = "";
            Found at = this;
            while (at.from != null) {
                boolean element = at.step.startsWith("[");
                if (!element && !Woven.isTwin(at.from.object.getClass().getName())) {
                    return Woven.simpleName(at.from.object.getClass()) + at.step + dimensions;
                }
                dimensions = element ? dimensions + "[]" : "";
                at = at.from;
            }
            return at.step;
        }

        private boolean isOfCollection() {
            Found at = this;
            while (at.step.startsWith("[")) {
                at = at.from;
            }
            return Woven.isTwin(object.getClass().getName())
                    || at.from != null && Woven.isTwin(at.from.object.getClass().getName());
        }

        String path() {
            Deque<String> steps = new ArrayDeque<>();
            for (Found at = this; at != null; at = at.from) {
                steps.addFirst(at.step);
            }
            return String.join("", steps);
        }
    }

    private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Deque<Found> open = new ArrayDeque<>();

    private FieldPaths() {}

    /** For each wanted object that the search reaches, a path such as {@code Bank.accounts[3].lock}. */
    static Map<Object, String> of(Object program, Set<Object> wanted) {
        return find(program, wanted::contains, wanted.size(), Found::path);
    }

    /**
     * For each wanted object that the search reaches, the field that leads to it, such as {@code Matrix.rows[]}. An array
     * of a collection belongs to the field of the collection.
     */
    static Map<Object, String> fieldsOf(Object program, Set<Object> wanted) {
        return find(program, wanted::contains, wanted.size(), Found::field);
    }

    /** For each wanted object that the search reaches and that is part of a collection, the field that leads to the collection. */
    static Map<Object, String> collectionsOf(Object program, Set<Object> wanted) {
        Map<Object, String> fields =
                find(program, wanted::contains, wanted.size(), found -> found.isOfCollection() ? found.field() : "");
        fields.values().removeIf(String::isEmpty);
        return fields;
    }

    /** The path of the first object that has this class name and this {@link System#identityHashCode}. */
    static Optional<String> of(Object program, String className, int identityHashCode) {
        Map<Object, String> found = find(
                program,
                object -> object.getClass().getName().equals(className)
                        && System.identityHashCode(object) == identityHashCode,
                1,
                Found::path);
        return found.values().stream().findFirst();
    }

    private static Map<Object, String> find(
            Object program, Predicate<Object> wanted, int count, Function<Found, String> name) {
        Map<Object, String> paths = new IdentityHashMap<>();
        if (program == null || count == 0) {
            return paths;
        }
        FieldPaths search = new FieldPaths();
        search.open(program, null, program.getClass().getSimpleName());
        for (Object statics : Statics.holders()) {
            search.open(statics, null, Woven.simpleName(statics.getClass()));
        }
        while (!search.open.isEmpty() && paths.size() < count) {
            Found next = search.open.remove();
            if (wanted.test(next.object)) {
                paths.put(next.object, name.apply(next));
            }
            search.enter(next);
        }
        return paths;
    }

    private void open(Object object, Found from, String step) {
        if (object != null && seen.size() < MOST_OBJECTS && seen.add(object)) {
            open.add(new Found(object, from, step));
        }
    }

    private void enter(Found found) {
        if (found.object instanceof Object[] array) {
            for (int i = 0; i < array.length; i++) {
                open(array[i], found, "[" + i + "]");
            }
            return;
        }
        for (Class<?> type = found.object.getClass(); isProgram(type); type = type.getSuperclass()) {
            for (Field field : type.getDeclaredFields()) {
                if (!field.getType().isPrimitive()
                        && !Modifier.isStatic(field.getModifiers())
                        && !field.isSynthetic()) {
                    open(valueOf(field, found.object), found, "." + field.getName());
                }
            }
        }
    }

    private static boolean isProgram(Class<?> type) {
        return type != null && type != SPMD.class && type.getClassLoader() != null && !type.isArray();
    }

    private static Object valueOf(Field field, Object object) {
        try {
            field.setAccessible(true);
            return field.get(object);
        } catch (IllegalAccessException | RuntimeException e) {
            return null; // the field is not accessible: objects reached only by it have no path
        }
    }
}
