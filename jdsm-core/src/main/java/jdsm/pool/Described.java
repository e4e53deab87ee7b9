package jdsm.pool;

import java.lang.reflect.Array;
import java.lang.reflect.Modifier;
import java.util.function.Predicate;
import jdsm.codec.CodecException;
import jdsm.codec.ElementKind;
import jdsm.codec.Instances;
import jdsm.directory.ObjectGraph;
import jdsm.runtime.Woven;

/**
 * Makes this rank's instances of objects that another rank has described. Checks their classes before it makes
 * anything.
 */
final class Described {
    private Described() {}

    /**
     * Makes an instance of a described class.
     *
     * @throws CodecException if no such class exists, its objects are not shared, or the reference's type does not
     *     admit it
     */
    static Object object(String name, ClassLoader loader, Predicate<Class<?>> admits) {
        Class<?> type = admitted(name, loader, admits);
        if (type == Object.class) {
            return new Object();
        }
        if (type.isArray() || !Woven.class.isAssignableFrom(type) || Modifier.isAbstract(type.getModifiers())) {
            throw notShared(name);
        }
        return Instances.of(type);
    }

    /**
     * Makes a described array, without its content.
     *
     * @throws CodecException as {@link #object}; also if this rank has no room for so many elements
     */
    static Object array(String name, int length, int blockLength, ClassLoader loader, Predicate<Class<?>> admits) {
        Class<?> type = admitted(name, loader, admits);
        if (!type.isArray()) {
            throw notShared(name);
        }
        ElementKind kind = ElementKind.of(type);
        long bytes = (long) length * (kind == null ? Integer.BYTES : kind.widthBytes());
        if (length < 0 || bytes > Runtime.getRuntime().maxMemory()) {
            throw noRoom(type, length, null);
        }
        if (blockLength != ObjectGraph.blockLength(type, length, true)) {
            throw new CodecException("blocks of " + blockLength + " elements of an array of " + length);
        }
        try {
            return Array.newInstance(type.getComponentType(), length);
        } catch (OutOfMemoryError e) { // only this allocation has failed
            throw noRoom(type, length, e);
        }
    }

    private static Class<?> admitted(String name, ClassLoader loader, Predicate<Class<?>> admits) {
        Class<?> type;
        try {
            type = Class.forName(name, false, loader);
        } catch (ClassNotFoundException | LinkageError e) {
            throw new CodecException("class " + name + " of a shared object is not here: " + e, e);
        }
        if (!admits.test(type)) {
            throw new CodecException("an object of " + name + " where there can be none");
        }
        return type;
    }

    private static CodecException notShared(String name) {
        return new CodecException("class " + name + " is none whose objects are shared");
    }

    private static CodecException noRoom(Class<?> type, int length, Throwable cause) {
        return new CodecException(
                "this rank has no room for a shared array of " + length + " elements of "
                        + type.getComponentType().getTypeName() + ", which takes its full length on every rank",
                cause);
    }
}
