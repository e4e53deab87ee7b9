package jdsm.directory;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import jdsm.SPMD;
import jdsm.codec.CodecException;
import jdsm.codec.ElementKind;
import jdsm.codec.ObjectCodec;
import jdsm.codec.References;
import jdsm.codec.UnitContent;
import jdsm.runtime.Woven;

/** Makes the contents of objects' units. */
final class ObjectContents {
    /** The maximal length of a unit's content, in bytes: a message has room for this content and its head. */
    private static final int MAX_UNIT_BYTES = (1 << 30) - (1 << 16);

    private static final Object[] NOTHING = {};

    /**
     * Made at the first use: Kryo's start takes a tenth of an empty program's time, and programs of arrays do not need
     * Kryo.
     */
    private ObjectCodec codec;

    private final Map<Class<?>, ObjectLayout> layouts = new ConcurrentHashMap<>();
    /** The layout that was asked for last, for objects of a class often come one after the other. */
    private Latest latest = new Latest(null, null);

    /** The woven classes whose objects cannot be shared, as far as they were asked for. */
    private final Set<Class<?>> unshared = ConcurrentHashMap.newKeySet();

    private record Latest(Class<?> type, ObjectLayout layout) {}

    private interface Block {
        UnitContent of(int from, int count);
    }

    /**
     * The contents of an object in which references travel as values.
     *
     * @param blockLength the number of array elements in a unit; 0 for one unit
     * @throws CodecException if the object cannot be shared
     */
    List<UnitContent> byValue(Object object, int blockLength) {
        return object.getClass().isArray()
                ? blocks(object, blockLength, (from, count) -> byValue(object, from, count))
                : List.of(codec().contentOf(object));
    }

    private UnitContent byValue(Object array, int from, int count) {
        return ElementKind.of(array.getClass()) == null
                ? codec().contentOf((Object[]) array, from, count)
                : UnitContent.ofElements(array, from, count, MAX_UNIT_BYTES);
    }

    /**
     * The contents of an array, or of an object of a woven class, in which references are numbers. The last is that of
     * the volatile fields, if there are any.
     *
     * @param blockLength the number of array elements in a unit; 0 for one unit
     * @throws CodecException if the object cannot be shared
     */
    List<UnitContent> of(Object object, int blockLength, References references) {
        if (object.getClass().isArray()) {
            return blocks(
                    object,
                    blockLength,
                    (from, count) -> object instanceof Object[] array
                            ? UnitContent.ofReferences(references, array, from, count)
                            : UnitContent.ofElements(object, from, count, MAX_UNIT_BYTES));
        }
        ObjectLayout layout = layoutOf(object.getClass());
        UnitContent plain = UnitContent.ofFields(references, object, layout.plain());
        return layout.volatiles().size() == 0
                ? List.of(plain)
                : List.of(plain, UnitContent.ofFields(references, object, layout.volatiles()));
    }

    /** Whether objects of a woven class can be shared: each of their fields can. */
    boolean canShare(Class<?> woven) {
        if (unshared.contains(woven)) {
            return false;
        }
        try {
            layoutOf(woven);
            return true;
        } catch (CodecException e) {
            unshared.add(woven);
            return false;
        }
    }

    /**
     * The content of the unit of several objects of one woven class without volatile fields, or of several arrays of one
     * class and length.
     */
    UnitContent ofTogether(List<Object> objects, References references) {
        Object first = objects.get(0);
        return first.getClass().isArray()
                ? UnitContent.ofParts(objects.stream()
                        .map(array -> of(array, 0, references).get(0))
                        .toList())
                : UnitContent.ofObjects(
                        references,
                        objects.toArray(),
                        layoutOf(first.getClass()).plain());
    }

    private static List<UnitContent> blocks(Object array, int blockLength, Block block) {
        int length = Array.getLength(array);
        if (blockLength == 0 || length <= blockLength) {
            return List.of(block.of(0, length));
        }
        List<UnitContent> contents = new ArrayList<>((length - 1) / blockLength + 1);
        for (int from = 0; from < length; from += Math.min(blockLength, length - from)) {
            contents.add(block.of(from, Math.min(blockLength, length - from)));
        }
        return Collections.unmodifiableList(contents);
    }

    boolean hasVolatiles(Object object) {
        return !object.getClass().isArray()
                && layoutOf(object.getClass()).volatiles().size() > 0;
    }

    ObjectLayout layoutOf(Class<?> type) {
        Latest last = latest;
        if (last.type == type) {
            return last.layout;
        }
        ObjectLayout layout = layouts.computeIfAbsent(type, ObjectLayout::of);
        latest = new Latest(type, layout);
        return layout;
    }

    /** See {@link Directory#referencesOf}. */
    void referencesOf(Object object, Consumer<Object> found) {
        if (object instanceof Object[] array) {
            for (Object element : array) {
                Object behind = References.behind(element);
                if (behind != null) {
                    found.accept(behind);
                }
            }
        } else if (!object.getClass().isArray()) {
            ObjectLayout layout = layoutOf(object.getClass());
            layout.plain().forEachReferent(object, found);
            layout.volatiles().forEachReferent(object, found);
        }
    }

    /**
     * Whether another instance can take the place of one of a class: all that an instance has is in its fields, and all
     * fields can be copied.
     */
    boolean isReplaceable(Class<?> type) {
        return type.isArray()
                || type == Object.class
                || !SPMD.class.isAssignableFrom(type)
                        && !hasPartOfJdk(type)
                        && layoutOf(type).own().stream().allMatch(field -> canBeCopied(type, field));
    }

    /** Reflection does not set the fields of a record. */
    private static boolean canBeCopied(Class<?> type, Field own) {
        return !type.isRecord() && own.trySetAccessible();
    }

    /** Whether a class extends one of the JDK whose instances have a state; the twins of JDK classes do not use it. */
    private static boolean hasPartOfJdk(Class<?> type) {
        if (Throwable.class.isAssignableFrom(type)) {
            return false; // an instance of it is made with the state of the one before
        }
        Class<?> topmost = type;
        while (isOfApplication(topmost.getSuperclass())) {
            topmost = topmost.getSuperclass();
        }
        return !Woven.isTwin(topmost.getName()) && hasState(topmost.getSuperclass());
    }

    private static boolean hasState(Class<?> ofJdk) {
        return ofJdk != Object.class
                && (!Woven.isToExtend(ofJdk.getName())
                                && Stream.of(ofJdk.getDeclaredFields())
                                        .anyMatch(field -> !Modifier.isStatic(field.getModifiers()))
                        || hasState(ofJdk.getSuperclass()));
    }

    private static boolean isOfApplication(Class<?> type) {
        ClassLoader loader = type.getClassLoader();
        return loader != null && loader != ClassLoader.getPlatformClassLoader();
    }

    /** The values of the fields of which each rank has its own value, in the order of the layout. */
    Object[] ownValues(Object object) {
        if (object.getClass().isArray() || object.getClass() == Object.class) {
            return NOTHING;
        }
        List<Field> own = layoutOf(object.getClass()).own();
        if (own.isEmpty()) {
            return NOTHING;
        }
        Object[] values = new Object[own.size()];
        Arrays.setAll(values, i -> valueOf(own.get(i), object));
        return values;
    }

    /** Sets the fields of which each rank has its own value, in the order of the layout. */
    void ownValues(Object object, Object[] values) {
        for (int i = 0; i < values.length; i++) {
            Field field = layoutOf(object.getClass()).own().get(i);
            try {
                field.set(object, values[i]);
            } catch (IllegalAccessException e) {
                throw new IllegalStateException("field " + field, e);
            }
        }
    }

    /** The value of an accessible field of an object. */
    static Object valueOf(Field field, Object object) {
        try {
            return field.get(object);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException("field " + field, e);
        }
    }

    /** Allows instances of a class inside shared objects; throws CodecException if they cannot travel. */
    void declare(Class<?> type) {
        codec().declare(type);
    }

    /** The names of the declared classes that may travel. */
    List<String> declaredClasses() {
        return codec == null ? List.of() : codec.declaredClasses();
    }

    private ObjectCodec codec() {
        if (codec == null) {
            codec = new ObjectCodec(MAX_UNIT_BYTES);
        }
        return codec;
    }
}
