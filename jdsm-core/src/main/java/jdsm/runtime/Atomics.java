package jdsm.runtime;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import jdsm.check.Place;

/**
 * Atomic changes of a volatile field: that of a twin of the JDK's atomic classes, or one of the program. Each holds the object's unit, as a
 * volatile write does, and is one instruction of the JVM besides, which protects it against threads that access a
 * private object. Thread-safe; blocks while it waits for the unit.
 */
public final class Atomics {
    private static final String FIELD = "value";

    /** The fields by their handles, for the detector of races; empty in a run without it. */
    private static final Map<VarHandle, Place> PLACES = new ConcurrentHashMap<>();

    private Atomics() {}

    /**
     * Access to the field {@code value} of a twin.
     *
     * @param type the field's type
     */
    public static VarHandle of(Class<?> twin, Class<?> type) {
        try {
            return known(
                    MethodHandles.privateLookupIn(twin, MethodHandles.lookup()).findVarHandle(twin, FIELD, type),
                    twin,
                    FIELD);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("field " + twin.getName() + "." + FIELD, e);
        }
    }

    /** Records the field of a handle. Returns the handle. */
    static VarHandle known(VarHandle handle, Class<?> declaring, String field) {
        if (Boolean.getBoolean(Woven.CHECK)) {
            String type = declaring.getName();
            PLACES.putIfAbsent(handle, new Place(0, type, field, "", 0, type + "." + field));
        }
        return handle;
    }

    /**
     * Begins an access that holds the unit of a volatile field.
     *
     * @param next a reference that the access may store, or null: a run with the detector of races shares it at once
     */
    static Shared enter(Object object, Object next) {
        if (!Observed.isRecording()) {
            return Volatiles.enter(object);
        }
        Observed.begins(object);
        Shared held = Volatiles.enter(object);
        Observed.publishes(object, next);
        return held;
    }

    /** Ends an access that {@link #enter} began. */
    static void exit(Shared held, Object object, VarHandle field) {
        if (Observed.isRecording()) {
            Place place = PLACES.get(field);
            if (place != null && object != null) {
                Observed.readsVolatile(place, object);
                Observed.writesVolatile(place, object);
            }
            Volatiles.exit(held);
            Observed.ended(held);
        } else {
            Volatiles.exit(held);
        }
    }

    /**
     * Reads the value. Takes the unit from no rank, so a comparison begins with it: one that does not find what it expects is a read, and
     * what spins with it shares copies.
     */
    static int readInt(Object twin, VarHandle value) {
        HandleAccess access = HandleAccess.ofField(value, twin, false, null);
        try {
            return (int) value.getVolatile(twin);
        } finally {
            access.end();
        }
    }

    /** As {@link #readInt}. */
    static long readLong(Object twin, VarHandle value) {
        HandleAccess access = HandleAccess.ofField(value, twin, false, null);
        try {
            return (long) value.getVolatile(twin);
        } finally {
            access.end();
        }
    }

    /** As {@link #readInt}. */
    static Object readReference(Object twin, VarHandle value) {
        HandleAccess access = HandleAccess.ofField(value, twin, false, null);
        try {
            return (Object) value.getVolatile(twin);
        } finally {
            access.end();
        }
    }

    /** Adds to the value, and returns the value before. */
    public static int getAndAdd(Object twin, VarHandle value, int delta) {
        Shared held = enter(twin, null);
        try {
            return (int) value.getAndAdd(twin, delta);
        } finally {
            exit(held, twin, value);
        }
    }

    /** Adds to the value, and returns the value before. */
    public static long getAndAdd(Object twin, VarHandle value, long delta) {
        Shared held = enter(twin, null);
        try {
            return (long) value.getAndAdd(twin, delta);
        } finally {
            exit(held, twin, value);
        }
    }

    /** Sets the value, and returns the value before. */
    public static int getAndSet(Object twin, VarHandle value, int next) {
        Shared held = enter(twin, null);
        try {
            return (int) value.getAndSet(twin, next);
        } finally {
            exit(held, twin, value);
        }
    }

    /** Sets the value if it is the expected one, and returns the value before. */
    public static int compareAndExchange(Object twin, VarHandle value, int expected, int next) {
        int before = readInt(twin, value);
        if (before != expected) {
            return before;
        }
        Shared held = enter(twin, null);
        try {
            return (int) value.compareAndExchange(twin, expected, next);
        } finally {
            exit(held, twin, value);
        }
    }

    /** Sets the value if it is the expected one, and returns whether it was. */
    public static boolean compareAndSet(Object twin, VarHandle value, int expected, int next) {
        if (readInt(twin, value) != expected) {
            return false;
        }
        Shared held = enter(twin, null);
        try {
            return value.compareAndSet(twin, expected, next);
        } finally {
            exit(held, twin, value);
        }
    }

    /** Sets the value, and returns the value before. */
    public static long getAndSet(Object twin, VarHandle value, long next) {
        Shared held = enter(twin, null);
        try {
            return (long) value.getAndSet(twin, next);
        } finally {
            exit(held, twin, value);
        }
    }

    /** Sets the value if it is the expected one, and returns the value before. */
    public static long compareAndExchange(Object twin, VarHandle value, long expected, long next) {
        long before = readLong(twin, value);
        if (before != expected) {
            return before;
        }
        Shared held = enter(twin, null);
        try {
            return (long) value.compareAndExchange(twin, expected, next);
        } finally {
            exit(held, twin, value);
        }
    }

    /** Sets the value if it is the expected one, and returns whether it was. */
    public static boolean compareAndSet(Object twin, VarHandle value, long expected, long next) {
        if (readLong(twin, value) != expected) {
            return false;
        }
        Shared held = enter(twin, null);
        try {
            return value.compareAndSet(twin, expected, next);
        } finally {
            exit(held, twin, value);
        }
    }

    /** Sets the value, and returns the value before. */
    public static Object getAndSet(Object twin, VarHandle value, Object next) {
        Shared held = enter(twin, next);
        try {
            return (Object) value.getAndSet(twin, next);
        } finally {
            exit(held, twin, value);
        }
    }

    /** Sets the value if it is the expected one, and returns the value before. */
    public static Object compareAndExchange(Object twin, VarHandle value, Object expected, Object next) {
        Object before = readReference(twin, value);
        if (!Values.areSame(before, expected)) {
            return before;
        }
        Shared held = enter(twin, next);
        try {
            return exchange(twin, value, expected, next);
        } finally {
            exit(held, twin, value);
        }
    }

    /** Sets the value if it is the expected one, and returns whether it was. */
    public static boolean compareAndSet(Object twin, VarHandle value, Object expected, Object next) {
        if (!Values.areSame(readReference(twin, value), expected)) {
            return false;
        }
        Shared held = enter(twin, next);
        try {
            return exchange(twin, value, expected, next) == expected;
        } finally {
            exit(held, twin, value);
        }
    }

    /**
     * Sets the value if it is the expected one. A value without an identity, such as a string, is compared by
     * {@code equals}: one that comes from another rank is another object there.
     *
     * @return {@code expected} if it was, else the value before
     */
    private static Object exchange(Object twin, VarHandle value, Object expected, Object next) {
        while (true) {
            Object before = (Object) value.getVolatile(twin);
            if (!Values.areSame(before, expected)) {
                return before;
            }
            if (value.compareAndSet(twin, before, next)) {
                return expected;
            }
        }
    }
}
