package jdsm.runtime;

import java.lang.reflect.Proxy;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;

/**
 * The job-wide locks of objects that exist on every rank under one name: classes, enum constants, and the objects that
 * static fields refer to. The name identifies the lock on all ranks without a message. Values (strings, boxes, records)
 * have no name: which instance a rank has of a value is chance. Thread-safe.
 */
final class NamedMonitors {
    private static final Map<Object, SharedMonitor> KNOWN = new ConcurrentHashMap<>();

    private static volatile BiFunction<String, Object, SharedMonitor> monitors;
    /** Whether the locks exclude other ranks; false before and after the job. */
    private static volatile boolean active;

    private NamedMonitors() {}

    /**
     * Starts the exclusion of other ranks.
     *
     * @param byName makes the lock for a name and the object that has the name on this rank
     */
    static void begin(BiFunction<String, Object, SharedMonitor> byName) {
        monitors = byName;
        active = true;
    }

    /**
     * Ends the exclusion of other ranks, at the end of the job. From now on monitors exclude only the threads of this
     * rank.
     */
    static void end() {
        active = false;
    }

    /**
     * The lock of an object whose monitor a thread enters; null if the object has no name.
     *
     * @throws UnsupportedOperationException for a value, or for a class that was made at run time and may have another
     *     name on other ranks
     */
    static SharedMonitor entering(Object object) {
        if (object instanceof Woven || !active) {
            return null;
        }
        if (isValue(object)) {
            throw Refusal.of(
                    "the monitor of a "
                            + object.getClass().getName()
                            + " excludes nobody on other ranks, for it is a value without identity:"
                            + " synchronize on a shared object, for instance a new Object() that a field of the program refers to");
        }
        if (object instanceof Class<?> type && (type.isHidden() || Proxy.isProxyClass(type))) {
            throw Refusal.of("the monitor of " + type
                    + " excludes nobody on other ranks, for the class was made at run time and has another name there:"
                    + " synchronize on a class of the program");
        }
        return of(object);
    }

    /** The lock of an object whose monitor the calling thread already has; null if the object has no name. */
    static SharedMonitor of(Object object) {
        boolean hasName = active && (object instanceof Class || object instanceof Enum);
        return hasName ? KNOWN.computeIfAbsent(object, unknown -> monitors.apply(nameOf(unknown), unknown)) : null;
    }

    private static String nameOf(Object object) {
        return object instanceof Enum<?> constant
                ? "constant " + constant.getDeclaringClass().getName() + "." + constant.name()
                : "class " + ((Class<?>) object).getName();
    }

    /** The lock of an object that a static field leads to. */
    static SharedMonitor ofStatic(String path, Object object) {
        return monitors.apply("static " + path, object);
    }

    private static boolean isValue(Object object) {
        return object instanceof String
                || object instanceof Integer
                || object instanceof Long
                || object instanceof Double
                || object instanceof Boolean
                || object instanceof Character
                || object instanceof Float
                || object instanceof Byte
                || object instanceof Short
                || Values.isRecord(object)
                || object.getClass() == BigInteger.class
                || object.getClass() == BigDecimal.class
                || Values.isOfJdk(object.getClass());
    }
}
