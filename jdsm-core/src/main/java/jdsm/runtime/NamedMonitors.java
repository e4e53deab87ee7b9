package jdsm.runtime;

import java.lang.reflect.Proxy;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;

/**
 * Monitors of what every rank has by itself and calls by one name: classes, enum constants, and what static fields
 * refer to. All ranks know them without a message. Values have no such name, for which instance a rank has of them is
 * chance. Thread-safe.
 */
final class NamedMonitors {
    private static final Map<Object, SharedMonitor> KNOWN = new ConcurrentHashMap<>();

    private static volatile BiFunction<String, Object, SharedMonitor> monitors;
    /** Whether other ranks are there to exclude. */
    private static volatile boolean active;

    private NamedMonitors() {}

    /** @param byName makes the monitor of a name and the object that has it on this rank */
    static void begin(BiFunction<String, Object, SharedMonitor> byName) {
        monitors = byName;
        active = true;
    }

    /** The job has ended: what the program's threads do from now on excludes those of this rank. */
    static void end() {
        active = false;
    }

    /**
     * The monitor of an object that a thread is entering; null if it has no name.
     *
     * @throws UnsupportedOperationException for a value, or a class that other ranks may know by another name
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

    /** As {@link #entering}, for who has entered. */
    static SharedMonitor of(Object object) {
        boolean hasName = active && (object instanceof Class || object instanceof Enum);
        return hasName ? KNOWN.computeIfAbsent(object, unknown -> monitors.apply(nameOf(unknown), unknown)) : null;
    }

    private static String nameOf(Object object) {
        return object instanceof Enum<?> constant
                ? "constant " + constant.getDeclaringClass().getName() + "." + constant.name()
                : "class " + ((Class<?>) object).getName();
    }

    /** The monitor of what a static field refers to. */
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
                || object instanceof Record
                || object.getClass() == BigInteger.class
                || object.getClass() == BigDecimal.class;
    }
}
