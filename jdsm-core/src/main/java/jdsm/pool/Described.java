package jdsm.pool;

import java.lang.reflect.Array;
import java.lang.reflect.Modifier;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.Predicate;
import jdsm.codec.CodecException;
import jdsm.codec.ElementKind;
import jdsm.codec.Instances;
import jdsm.codec.ThrowableState;
import jdsm.codec.ValueCodec;
import jdsm.directory.ObjectGraph;
import jdsm.runtime.Lambdas;
import jdsm.runtime.Woven;

/**
 * Makes this rank's instances of objects that another rank has described. Checks their classes before it makes
 * anything.
 */
final class Described {
    private Described() {}

    /**
     * Makes instances of a described class.
     *
     * @throws CodecException if the class's objects are not shared, or the reference's type does not admit it
     */
    static Object[] objects(Class<?> type, int number, Predicate<Class<?>> admits) {
        requireAdmitted(type, admits);
        Object[] made = new Object[number];
        if (type == Object.class) {
            Arrays.setAll(made, i -> new Object());
            return made;
        }
        if (type.isArray()
                || !Woven.class.isAssignableFrom(type)
                || Throwable.class.isAssignableFrom(type)
                || Modifier.isAbstract(type.getModifiers())) {
            throw notShared(type);
        }
        Arrays.setAll(made, i -> Instances.of(type));
        return made;
    }

    /**
     * Makes an exception of a described class, without cause and suppressed ones.
     *
     * @param state what {@link ThrowableState#encode} has made
     * @throws CodecException as {@link #objects}; also if the class is none whose exceptions are shared, or for malformed bytes
     */
    static Throwable exception(Class<?> type, ByteBuffer state, ValueCodec codec, Predicate<Class<?>> admits) {
        requireAdmitted(type, admits);
        if (Modifier.isAbstract(type.getModifiers())) {
            throw notShared(type);
        }
        return ThrowableState.decode(type, state, codec);
    }

    /**
     * Makes described arrays, without their content.
     *
     * @throws CodecException as {@link #objects}; also if this rank has no room for so many elements
     */
    static Object[] arrays(Class<?> type, long length, long blockLength, int number, Predicate<Class<?>> admits) {
        requireAdmitted(type, admits);
        ElementKind kind = ElementKind.of(type);
        int width = kind == null ? Integer.BYTES : kind.widthBytes();
        if (length < 0
                || length > Integer.MAX_VALUE
                || length * width > Runtime.getRuntime().maxMemory()) {
            throw noRoom(type, length, null);
        }
        if (blockLength != ObjectGraph.blockLength(type, (int) length)) {
            throw new CodecException("blocks of " + blockLength + " elements of an array of " + length);
        }
        try {
            Object[] made = new Object[number];
            Arrays.setAll(made, i -> Array.newInstance(type.getComponentType(), (int) length));
            return made;
        } catch (OutOfMemoryError e) { // only these allocations have failed
            throw noRoom(type, length, e);
        }
    }

    /**
     * The class of that name, which is not initialised by this.
     *
     * @throws CodecException if there is none
     */
    static Class<?> type(String name, ClassLoader loader) {
        try {
            return Lambdas.classNamed(name, loader);
        } catch (ClassNotFoundException | LinkageError e) {
            throw new CodecException("class " + name + " of a shared object is not here: " + e, e);
        }
    }

    static void requireAdmitted(Class<?> type, Predicate<Class<?>> admits) {
        if (!admits.test(type)) {
            throw new CodecException("an object of " + type.getName() + " where there can be none");
        }
    }

    private static CodecException notShared(Class<?> type) {
        return new CodecException("class " + type.getName() + " is none whose objects are shared");
    }

    private static CodecException noRoom(Class<?> type, long length, Throwable cause) {
        return new CodecException(
                "this rank has no room for a shared array of " + length + " elements of "
                        + type.getComponentType().getTypeName() + ", which takes its full length on every rank",
                cause);
    }
}
