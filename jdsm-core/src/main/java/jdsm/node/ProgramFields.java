package jdsm.node;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import jdsm.FromRank;
import jdsm.SPMD;
import jdsm.UsageException;
import jdsm.codec.ValueCodec;
import jdsm.directory.Directory;
import jdsm.directory.SharedEntry;
import jdsm.runtime.Woven;

/**
 * Maps registered objects to the program's fields, static ones included, that refer to them, directly or through arrays
 * of references.
 */
final class ProgramFields {
    private static final String SAME = "let initialize() give every rank the same";
    private static final String IN_START = ", or let one worker store it in start(), before a barrier()";

    private final Directory directory;
    private final int ranks;
    private final Map<Object, Place> names = new IdentityHashMap<>();
    private final Map<Object, Integer> origins = new IdentityHashMap<>();

    /**
     * Looks at the fields of a program.
     *
     * @param statics the objects with the shared static fields
     * @throws UsageException if {@link FromRank} names a rank that does not exist, or marks a field of a value, or one without
     *     a registered object
     */
    ProgramFields(SPMD program, List<Object> statics, Directory directory, int ranks) {
        this.directory = directory;
        this.ranks = ranks;
        for (Class<?> type = program.getClass(); type != SPMD.class; type = type.getSuperclass()) {
            lookAtAll(program, type);
        }
        statics.forEach(holder -> lookAtAll(holder, holder.getClass()));
    }

    private void lookAtAll(Object object, Class<?> type) {
        for (Field field : type.getDeclaredFields()) {
            FromRank mark = field.getAnnotation(FromRank.class);
            if (!field.getType().isPrimitive() && !field.isSynthetic()) {
                look(object, field, mark);
            } else if (mark != null) {
                throw ofValue(nameOf(field), mark.value());
            }
        }
    }

    private static String nameOf(Field field) {
        return Woven.nameOf(field.getDeclaringClass().getSimpleName(), field.getName());
    }

    private static UsageException ofValue(String name, int origin) {
        return new UsageException("field " + name + " is marked @FromRank(" + origin
                + "), which is for fields that refer to shared objects, but it holds a value: " + SAME + IN_START);
    }

    private void look(Object object, Field field, FromRank mark) {
        String name = nameOf(field);
        Object value;
        try {
            field.setAccessible(true);
            value = field.get(Modifier.isStatic(field.getModifiers()) ? null : object);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException("field " + name, e);
        }
        int origin = mark == null ? -1 : mark.value();
        if (mark != null && (origin < 0 || origin >= ranks)) {
            throw new UsageException("field " + name + " is marked @FromRank(" + origin
                    + "), but the job has ranks 0 to " + (ranks - 1));
        }
        if (mark != null && value != null && ValueCodec.isValue(value)) {
            throw ofValue(name, origin);
        }
        int found = visit(value, name, origin);
        if (mark != null && found == 0) {
            throw new UsageException("field " + name + " is marked @FromRank(" + origin
                    + "), but nothing that it refers to is registered: register it in initialize()");
        }
    }

    /** Finds what a field leads to. An array may be in several places, and contain itself. */
    private int visit(Object value, String name, int origin) {
        int found = 0;
        Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        Deque<Place> places = new ArrayDeque<>();
        places.add(new Place(value, null, name, 0));
        for (Place place; (place = places.poll()) != null; ) {
            Object object = place.object();
            if (object == null) {
                continue;
            }
            if (directory.find(object) != null) {
                names.putIfAbsent(object, place);
                if (origin >= 0) {
                    origins.put(object, origin);
                }
                found++;
            }
            if (object instanceof Object[] array && seen.add(array)) {
                for (int i = 0; i < array.length; i++) {
                    if (array[i] != null) {
                        places.add(new Place(array[i], place, name, i));
                    }
                }
            }
        }
        return found;
    }

    /** Where an object is: in a field, if it is in no array, or at an index of an array that is in another place. */
    private record Place(Object object, Place array, String field, int index) {
        String name() {
            StringBuilder indices = new StringBuilder();
            for (Place place = this; place.array != null; place = place.array) {
                indices.insert(0, "[" + place.index + "]");
            }
            return field + indices;
        }
    }

    /** The rank whose content all ranks take for an object; -1 if all ranks must have the same content. */
    int originOf(SharedEntry entry) {
        return origins.getOrDefault(entry.object(), -1);
    }

    /** What to do if an object's content differs between ranks. */
    String remedy(SharedEntry entry) {
        if (isStatics(entry)) {
            return SAME + ", or mark the field @Local, or name it by --local, if each rank shall have its own";
        }
        return SAME + (names.containsKey(entry.object()) ? ", or mark the field @FromRank(0)" : IN_START);
    }

    private static boolean isStatics(SharedEntry entry) {
        return Woven.isHolder(entry.object().getClass().getName());
    }

    /** Describes an object in words, with the field that refers to it, if one does. */
    String describe(SharedEntry entry) {
        if (isStatics(entry)) {
            return "the static fields of " + Woven.simpleName(entry.object().getClass());
        }
        Place place = names.get(entry.object());
        return place == null ? entry.label() : entry.label() + ", " + place.name();
    }
}
