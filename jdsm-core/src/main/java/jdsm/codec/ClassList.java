package jdsm.codec;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.serializers.FieldSerializer;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import jdsm.Local;

/**
 * The closed list of classes whose objects may travel between ranks. The program declares some classes; others are
 * found from the registered objects: the classes of the reachable values and the declared types of their fields. All
 * ranks of an SPMD program build the list in the same order, so that a class's index is its number on the wire. No
 * class name travels. Not thread-safe.
 */
final class ClassList {
    private final Kryo kryo;
    private final List<String> names = new ArrayList<>();
    private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());

    ClassList(Kryo kryo) {
        this.kryo = kryo;
    }

    /** The names of the added classes in order, for a comparison between ranks. */
    List<String> names() {
        return Collections.unmodifiableList(names);
    }

    /** Adds a class, and the declared types of its fields. */
    void addClass(Class<?> type) {
        Class<?> element = type;
        while (element.isArray()) {
            register(element);
            element = element.getComponentType();
        }
        if (!element.isEnum() && Enum.class.isAssignableFrom(element) && element != Enum.class) {
            element = element.getSuperclass(); // a constant with a body has its own class
        }
        if (element.isPrimitive() || element.isInterface() || element == Object.class) {
            return;
        }
        boolean isNew = !Modifier.isAbstract(element.getModifiers()) && register(element);
        if (isNew && hasFields(element)) {
            for (Field field : travellingFields(element)) {
                addFieldType(element, field);
            }
        }
    }

    private void addFieldType(Class<?> owner, Field field) {
        try {
            addClass(field.getType());
        } catch (CodecException e) {
            throw new CodecException("field " + owner.getName() + "." + field.getName() + ": " + e.getMessage(), e);
        }
    }

    /** Adds the classes of all values that can be reached from {@code root}. */
    void addReachable(Object root) {
        Deque<Object> open = new ArrayDeque<>();
        visit(root, open);
        while (!open.isEmpty()) {
            Object value = open.remove();
            Class<?> type = value.getClass();
            if (type.isArray()) {
                for (int i = 0; i < Array.getLength(value); i++) {
                    visit(Array.get(value, i), open);
                }
            } else if (value instanceof Map<?, ?> map) {
                map.forEach((key, mapped) -> {
                    visit(key, open);
                    visit(mapped, open);
                });
            } else if (value instanceof Collection<?> collection) {
                collection.forEach(element -> visit(element, open));
            } else if (hasFields(type)) {
                for (Field field : travellingFields(type)) {
                    visit(valueOf(field, value), open);
                }
            }
        }
    }

    private void visit(Object value, Deque<Object> open) {
        if (value == null || !seen.add(value)) {
            return;
        }
        addClass(value.getClass());
        boolean leaf = value.getClass().isArray()
                && value.getClass().getComponentType().isPrimitive();
        if (!leaf) {
            open.add(value);
        }
    }

    /** Adds a class, unless it is in the list; true if it was added. */
    private boolean register(Class<?> type) {
        if (kryo.getClassResolver().getRegistration(type) != null) {
            return false;
        }
        if (isPlatform(type) && !type.isArray() && !type.isEnum() && !hasOwnSerializer(type)) {
            throw new CodecException("class " + type.getName()
                    + " of the JDK cannot travel between ranks; mark the field transient or keep the value out of shared"
                    + " objects");
        }
        try {
            kryo.register(type, BoundedSerializers.of(kryo, type));
        } catch (InaccessibleObjectException e) {
            throw new CodecException(
                    "class " + type.getName() + " cannot travel between ranks, for it extends "
                            + platformSuperclass(type).getName()
                            + " of the JDK, whose fields are not accessible; mark the field transient or keep the value"
                            + " out of shared objects",
                    e);
        }
        names.add(type.getName());
        return true;
    }

    private static Class<?> platformSuperclass(Class<?> type) {
        Class<?> ancestor = type;
        while (!isPlatform(ancestor)) {
            ancestor = ancestor.getSuperclass();
        }
        return ancestor;
    }

    /** Whether Kryo has a serializer for a class of the JDK that does not use the private fields of the class. */
    private boolean hasOwnSerializer(Class<?> type) {
        try {
            return !(kryo.getDefaultSerializer(type) instanceof FieldSerializer);
        } catch (InaccessibleObjectException e) {
            return false;
        }
    }

    private static boolean isPlatform(Class<?> type) {
        String module = type.getModule().getName();
        return type.getClassLoader() == null
                || module != null && (module.startsWith("java.") || module.startsWith("jdk."));
    }

    private boolean hasFields(Class<?> type) {
        return !type.isArray() && (type.isRecord() || kryo.getSerializer(type) instanceof FieldSerializer);
    }

    /**
     * The instance fields that travel: neither transient nor {@link Local}, superclass first, by name within a class.
     */
    static List<Field> travellingFields(Class<?> type) {
        List<Field> fields = new ArrayList<>();
        if (type.getSuperclass() != null) {
            fields.addAll(travellingFields(type.getSuperclass()));
        }
        Arrays.stream(type.getDeclaredFields())
                .filter(field -> (field.getModifiers() & (Modifier.STATIC | Modifier.TRANSIENT)) == 0)
                .filter(field -> !field.isAnnotationPresent(Local.class))
                .sorted(Comparator.comparing(Field::getName))
                .forEach(fields::add);
        return fields;
    }

    static Object valueOf(Field field, Object target) {
        try {
            field.setAccessible(true);
            return field.get(target);
        } catch (IllegalAccessException | RuntimeException e) {
            throw new CodecException("field " + field + " cannot be read: " + e.getMessage(), e);
        }
    }
}
