package jdsm.runtime;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import jdsm.check.Place;

/**
 * Atomic changes of the volatile field of a twin of the JDK's atomic classes. Each holds the object's unit, as a
 * volatile write does, and is one instruction of the JVM besides, which protects it against threads that access a
 * private object. Thread-safe; blocks while it waits for the unit.
 */
public final class Atomics {
    private static final String FIELD = "value";

    private static final ClassValue<Place> PLACES = new ClassValue<>() {
        @Override
        protected Place computeValue(Class<?> twin) {
            return new Place(0, twin.getName(), FIELD, "", 0, twin.getName() + "." + FIELD);
        }
    };

    private Atomics() {}

    /**
     * Access to the field {@code value} of a twin.
     *
     * @param type the field's type
     */
    public static VarHandle of(Class<?> twin, Class<?> type) {
        try {
            return MethodHandles.privateLookupIn(twin, MethodHandles.lookup()).findVarHandle(twin, FIELD, type);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("field " + twin.getName() + "." + FIELD, e);
        }
    }

    private static Shared enter(Object twin) {
        if (Observed.isRecording()) {
            Observed.begins(twin);
        }
        return Volatiles.enter(twin);
    }

    /** As {@link #enter(Object)}; a run with the detector of races shares the new object at once. */
    private static Shared enter(Object twin, Object next) {
        Shared held = enter(twin);
        if (Observed.isRecording()) {
            Observed.publishes(twin, next);
        }
        return held;
    }

    private static void exit(Shared held, Object twin) {
        if (Observed.isRecording()) {
            Place place = PLACES.get(twin.getClass());
            Observed.readsVolatile(place, twin);
            Observed.writesVolatile(place, twin);
            Volatiles.exit(held);
            Observed.ended(held);
        } else {
            Volatiles.exit(held);
        }
    }

    /** Adds to the value, and returns the value before. */
    public static int getAndAdd(Object twin, VarHandle value, int delta) {
        Shared held = enter(twin);
        try {
            return (int) value.getAndAdd(twin, delta);
        } finally {
            exit(held, twin);
        }
    }

    /** Adds to the value, and returns the value before. */
    public static long getAndAdd(Object twin, VarHandle value, long delta) {
        Shared held = enter(twin);
        try {
            return (long) value.getAndAdd(twin, delta);
        } finally {
            exit(held, twin);
        }
    }

    /** Sets the value, and returns the value before. */
    public static int getAndSet(Object twin, VarHandle value, int next) {
        Shared held = enter(twin);
        try {
            return (int) value.getAndSet(twin, next);
        } finally {
            exit(held, twin);
        }
    }

    /** Sets the value if it is the expected one, and returns the value before. */
    public static int compareAndExchange(Object twin, VarHandle value, int expected, int next) {
        Shared held = enter(twin);
        try {
            return (int) value.compareAndExchange(twin, expected, next);
        } finally {
            exit(held, twin);
        }
    }

    /** Sets the value if it is the expected one, and returns whether it was. */
    public static boolean compareAndSet(Object twin, VarHandle value, int expected, int next) {
        Shared held = enter(twin);
        try {
            return value.compareAndSet(twin, expected, next);
        } finally {
            exit(held, twin);
        }
    }

    /** Sets the value, and returns the value before. */
    public static long getAndSet(Object twin, VarHandle value, long next) {
        Shared held = enter(twin);
        try {
            return (long) value.getAndSet(twin, next);
        } finally {
            exit(held, twin);
        }
    }

    /** Sets the value if it is the expected one, and returns the value before. */
    public static long compareAndExchange(Object twin, VarHandle value, long expected, long next) {
        Shared held = enter(twin);
        try {
            return (long) value.compareAndExchange(twin, expected, next);
        } finally {
            exit(held, twin);
        }
    }

    /** Sets the value if it is the expected one, and returns whether it was. */
    public static boolean compareAndSet(Object twin, VarHandle value, long expected, long next) {
        Shared held = enter(twin);
        try {
            return value.compareAndSet(twin, expected, next);
        } finally {
            exit(held, twin);
        }
    }

    /** Sets the value, and returns the value before. */
    public static Object getAndSet(Object twin, VarHandle value, Object next) {
        Shared held = enter(twin, next);
        try {
            return (Object) value.getAndSet(twin, next);
        } finally {
            exit(held, twin);
        }
    }

    /** Sets the value if it is the expected one, and returns the value before. */
    public static Object compareAndExchange(Object twin, VarHandle value, Object expected, Object next) {
        Shared held = enter(twin, next);
        try {
            return (Object) value.compareAndExchange(twin, expected, next);
        } finally {
            exit(held, twin);
        }
    }

    /** Sets the value if it is the expected one, and returns whether it was. */
    public static boolean compareAndSet(Object twin, VarHandle value, Object expected, Object next) {
        Shared held = enter(twin, next);
        try {
            return value.compareAndSet(twin, expected, next);
        } finally {
            exit(held, twin);
        }
    }
}
