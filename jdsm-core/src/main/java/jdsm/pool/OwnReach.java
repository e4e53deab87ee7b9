package jdsm.pool;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Predicate;
import jdsm.codec.ValueCodec;
import jdsm.directory.Directory;
import jdsm.directory.SharedEntry;
import jdsm.runtime.Checks;
import jdsm.runtime.Shared;
import jdsm.runtime.Woven;

/**
 * Follows the fields of which a rank has its own values: those of initial objects, and static ones of their classes. A
 * restart runs the code again that sets them, and this code does not know restored objects.
 */
final class OwnReach {
    private final Directory directory;
    private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());

    OwnReach(Directory directory) {
        this.directory = directory;
    }

    /**
     * Finds a field that leads, perhaps through private objects, to a shared one.
     *
     * @param isKnown whether a restart finds the same object for a shared one
     * @return the field and the object in words; null if all shared objects that they lead to are known
     */
    String find(Predicate<SharedEntry> isKnown) {
        String[] wrong = {null};
        Set<Class<?>> types = new LinkedHashSet<>();
        for (SharedEntry entry : directory.entries()) {
            types.add(entry.type());
            directory.replacement().forEachOwn(entry.object(), (field, value) -> {
                if (wrong[0] == null && !field.getType().isPrimitive()) {
                    wrong[0] = find(field, value, isKnown);
                }
            });
        }
        directory.forEachLater(entry -> {
            if (!Woven.isTwin(entry.type().getName())) {
                types.add(entry.type());
            }
        });
        for (Class<?> type : types) {
            for (Field field : type.isArray() || type == Object.class ? new Field[0] : staticsOf(type)) {
                if (wrong[0] == null && field.trySetAccessible()) {
                    wrong[0] = find(field, valueOf(field), isKnown);
                }
            }
        }
        return wrong[0];
    }

    private static Field[] staticsOf(Class<?> type) {
        Class<?> owner = type;
        if (Woven.isHolder(type.getName())) {
            try {
                owner = Class.forName(Woven.ownerOf(type.getName()), false, type.getClassLoader());
            } catch (ClassNotFoundException e) {
                return new Field[0]; // no class is without its file once it has a holder
            }
        }
        return Arrays.stream(owner.getDeclaredFields())
                .filter(field -> Modifier.isStatic(field.getModifiers())
                        && !field.getType().isPrimitive()
                        && !field.getName().startsWith(Woven.FIELD))
                .toArray(Field[]::new);
    }

    private static Object valueOf(Field field) {
        try {
            return field.get(null);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException("field " + field, e);
        }
    }

    private String find(Field field, Object value, Predicate<SharedEntry> isKnown) {
        Deque<Object> open = new ArrayDeque<>();
        if (value != null) {
            open.add(value);
        }
        for (Object object = open.poll(); object != null; object = open.poll()) {
            if (ValueCodec.isValue(object)) {
                continue;
            }
            Shared known = Checks.ofAny(object);
            if (known instanceof Handle handle) {
                if (!isKnown.test(handle.entry())) {
                    return "field " + Woven.nameOf(field.getDeclaringClass().getName(), field.getName())
                            + " is each rank's own, and leads to a shared "
                            + handle.entry().typeName();
                }
            } else if (known == null && (object instanceof Woven || object instanceof Object[]) && seen.add(object)) {
                directory.referencesOf(object, open::add);
                directory.replacement().forEachOwn(object, (its, referent) -> {
                    if (referent != null && !its.getType().isPrimitive()) {
                        open.add(referent);
                    }
                });
            }
        }
        return null;
    }
}
