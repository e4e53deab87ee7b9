package jdsm.directory;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import jdsm.Local;
import jdsm.codec.FieldSlot;
import jdsm.runtime.Woven;

/**
 * The shared fields of a woven class: those of a superclass first, by name within a class, so that all ranks agree.
 * Volatile fields form a unit of their own, so that a spin on one does not invalidate the other fields.
 *
 * @param references the shared fields that are no primitives
 * @param own the fields of which each rank has its own value, but for the handle
 */
record ObjectLayout(List<FieldSlot> plain, List<FieldSlot> volatiles, List<Field> references, List<Field> own) {
    static ObjectLayout of(Class<?> type) {
        ObjectLayout layout =
                new ObjectLayout(new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        addTo(layout, type);
        return new ObjectLayout(
                List.copyOf(layout.plain),
                List.copyOf(layout.volatiles),
                List.copyOf(layout.references),
                List.copyOf(layout.own));
    }

    private static void addTo(ObjectLayout layout, Class<?> type) {
        if (type.getClassLoader() == null || type == jdsm.SPMD.class) {
            return;
        }
        addTo(layout, type.getSuperclass());
        List<Field> fields = Arrays.stream(type.getDeclaredFields())
                .filter(field -> !Modifier.isStatic(field.getModifiers()))
                .sorted(Comparator.comparing(Field::getName))
                .toList();
        fields.stream()
                .filter(field -> !isShared(field) && !field.getName().equals(Woven.FIELD))
                .forEach(layout.own::add);
        fields.stream().filter(ObjectLayout::isShared).forEach(field -> {
            List<FieldSlot> slots = Modifier.isVolatile(field.getModifiers()) ? layout.volatiles : layout.plain;
            slots.add(new FieldSlot(field));
            if (!field.getType().isPrimitive()) {
                field.setAccessible(true);
                layout.references.add(field);
            }
        });
    }

    private static boolean isShared(Field field) {
        return !Modifier.isTransient(field.getModifiers()) && !field.isAnnotationPresent(Local.class);
    }
}
