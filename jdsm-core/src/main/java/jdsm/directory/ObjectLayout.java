package jdsm.directory;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import jdsm.Local;
import jdsm.codec.UnitFields;
import jdsm.runtime.Woven;

/**
 * The shared fields of a woven class: those of a superclass first, by name within a class, so that all ranks agree.
 * Volatile fields form a unit of their own, so that a spin on one does not invalidate the other fields.
 *
 * @param references the shared fields that are no primitives
 * @param own the fields of which each rank has its own value, but for the handle
 */
record ObjectLayout(UnitFields plain, UnitFields volatiles, List<Field> references, List<Field> own) {
    /**
     * Sorts the fields of one class as the methods do that the agent adds to it: by name, and by type where obfuscated
     * fields share a name.
     */
    private static final Comparator<Field> ORDER = Comparator.comparing(Field::getName)
            .thenComparing(field -> field.getType().descriptorString());

    static ObjectLayout of(Class<?> type) {
        List<Field> all = new ArrayList<>();
        addTo(all, type);
        List<Field> shared = all.stream().filter(ObjectLayout::isShared).toList();
        List<Field> own = all.stream()
                .filter(field -> !isShared(field) && !field.getName().equals(Woven.FIELD))
                .toList();
        List<Field> references =
                shared.stream().filter(field -> !field.getType().isPrimitive()).toList();
        references.forEach(field -> field.setAccessible(true));
        return new ObjectLayout(of(shared, false), of(shared, true), references, own);
    }

    private static UnitFields of(List<Field> shared, boolean volatiles) {
        return UnitFields.of(
                shared.stream()
                        .filter(field -> Modifier.isVolatile(field.getModifiers()) == volatiles)
                        .toList(),
                volatiles);
    }

    private static void addTo(List<Field> all, Class<?> type) {
        if (type.getClassLoader() == null || type == jdsm.SPMD.class) {
            return;
        }
        addTo(all, type.getSuperclass());
        Arrays.stream(type.getDeclaredFields())
                .filter(field -> !Modifier.isStatic(field.getModifiers()))
                .sorted(ORDER)
                .forEach(all::add);
    }

    private static boolean isShared(Field field) {
        return !Modifier.isTransient(field.getModifiers()) && !field.isAnnotationPresent(Local.class);
    }
}
