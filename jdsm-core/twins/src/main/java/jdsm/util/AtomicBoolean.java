package jdsm.util;

import java.lang.invoke.VarHandle;
import jdsm.runtime.Atomics;

/**
 * The twin of {@link java.util.concurrent.atomic.AtomicBoolean}. Most of the JDK's methods are final, so calls of
 * them become calls of the static methods here, which take any object of the JDK's class.
 */
public class AtomicBoolean extends java.util.concurrent.atomic.AtomicBoolean {
    private static final long serialVersionUID = 1L;
    private static final VarHandle VALUE = Atomics.of(AtomicBoolean.class, int.class);

    /** 1 for true. */
    private volatile int value;

    /** As {@link java.util.concurrent.atomic.AtomicBoolean#AtomicBoolean()}. */
    public AtomicBoolean() {}

    /** As {@link java.util.concurrent.atomic.AtomicBoolean#AtomicBoolean(boolean)}. */
    public AtomicBoolean(boolean value) {
        this.value = bit(value);
    }

    private static int bit(boolean value) {
        return value ? 1 : 0;
    }

    @Override
    public String toString() {
        return Boolean.toString(value != 0);
    }

    @Override
    @SuppressWarnings("deprecation")
    public boolean weakCompareAndSet(boolean expected, boolean value) {
        return Atomics.compareAndSet(this, VALUE, bit(expected), bit(value));
    }

    @Override
    public boolean weakCompareAndSetPlain(boolean expected, boolean value) {
        return Atomics.compareAndSet(this, VALUE, bit(expected), bit(value));
    }

    /** {@link java.util.concurrent.atomic.AtomicBoolean#get}. */
    public static boolean get(java.util.concurrent.atomic.AtomicBoolean atomic) {
        return atomic instanceof AtomicBoolean twin ? twin.value != 0 : atomic.get();
    }

    /** {@link java.util.concurrent.atomic.AtomicBoolean#getPlain}. */
    public static boolean getPlain(java.util.concurrent.atomic.AtomicBoolean atomic) {
        return atomic instanceof AtomicBoolean twin ? twin.value != 0 : atomic.getPlain();
    }

    /** {@link java.util.concurrent.atomic.AtomicBoolean#getOpaque}. */
    public static boolean getOpaque(java.util.concurrent.atomic.AtomicBoolean atomic) {
        return atomic instanceof AtomicBoolean twin ? twin.value != 0 : atomic.getOpaque();
    }

    /** {@link java.util.concurrent.atomic.AtomicBoolean#getAcquire}. */
    public static boolean getAcquire(java.util.concurrent.atomic.AtomicBoolean atomic) {
        return atomic instanceof AtomicBoolean twin ? twin.value != 0 : atomic.getAcquire();
    }

    /** {@link java.util.concurrent.atomic.AtomicBoolean#set}. */
    public static void set(java.util.concurrent.atomic.AtomicBoolean atomic, boolean value) {
        if (atomic instanceof AtomicBoolean twin) {
            twin.value = bit(value);
        } else {
            atomic.set(value);
        }
    }

    /** {@link java.util.concurrent.atomic.AtomicBoolean#lazySet}. */
    public static void lazySet(java.util.concurrent.atomic.AtomicBoolean atomic, boolean value) {
        if (atomic instanceof AtomicBoolean twin) {
            twin.value = bit(value);
        } else {
            atomic.lazySet(value);
        }
    }

    /** {@link java.util.concurrent.atomic.AtomicBoolean#setPlain}. */
    public static void setPlain(java.util.concurrent.atomic.AtomicBoolean atomic, boolean value) {
        if (atomic instanceof AtomicBoolean twin) {
            twin.value = bit(value);
        } else {
            atomic.setPlain(value);
        }
    }

    /** {@link java.util.concurrent.atomic.AtomicBoolean#setOpaque}. */
    public static void setOpaque(java.util.concurrent.atomic.AtomicBoolean atomic, boolean value) {
        if (atomic instanceof AtomicBoolean twin) {
            twin.value = bit(value);
        } else {
            atomic.setOpaque(value);
        }
    }

    /** {@link java.util.concurrent.atomic.AtomicBoolean#setRelease}. */
    public static void setRelease(java.util.concurrent.atomic.AtomicBoolean atomic, boolean value) {
        if (atomic instanceof AtomicBoolean twin) {
            twin.value = bit(value);
        } else {
            atomic.setRelease(value);
        }
    }

    /** {@link java.util.concurrent.atomic.AtomicBoolean#getAndSet}. */
    public static boolean getAndSet(java.util.concurrent.atomic.AtomicBoolean atomic, boolean value) {
        return atomic instanceof AtomicBoolean twin
                ? Atomics.getAndSet(twin, VALUE, bit(value)) != 0
                : atomic.getAndSet(value);
    }

    /** {@link java.util.concurrent.atomic.AtomicBoolean#compareAndSet}. */
    public static boolean compareAndSet(
            java.util.concurrent.atomic.AtomicBoolean atomic, boolean expected, boolean value) {
        return atomic instanceof AtomicBoolean twin
                ? Atomics.compareAndSet(twin, VALUE, bit(expected), bit(value))
                : atomic.compareAndSet(expected, value);
    }

    /** {@link java.util.concurrent.atomic.AtomicBoolean#weakCompareAndSetVolatile}. */
    public static boolean weakCompareAndSetVolatile(
            java.util.concurrent.atomic.AtomicBoolean atomic, boolean expected, boolean value) {
        return atomic instanceof AtomicBoolean twin
                ? Atomics.compareAndSet(twin, VALUE, bit(expected), bit(value))
                : atomic.weakCompareAndSetVolatile(expected, value);
    }

    /** {@link java.util.concurrent.atomic.AtomicBoolean#weakCompareAndSetAcquire}. */
    public static boolean weakCompareAndSetAcquire(
            java.util.concurrent.atomic.AtomicBoolean atomic, boolean expected, boolean value) {
        return atomic instanceof AtomicBoolean twin
                ? Atomics.compareAndSet(twin, VALUE, bit(expected), bit(value))
                : atomic.weakCompareAndSetAcquire(expected, value);
    }

    /** {@link java.util.concurrent.atomic.AtomicBoolean#weakCompareAndSetRelease}. */
    public static boolean weakCompareAndSetRelease(
            java.util.concurrent.atomic.AtomicBoolean atomic, boolean expected, boolean value) {
        return atomic instanceof AtomicBoolean twin
                ? Atomics.compareAndSet(twin, VALUE, bit(expected), bit(value))
                : atomic.weakCompareAndSetRelease(expected, value);
    }

    /** {@link java.util.concurrent.atomic.AtomicBoolean#compareAndExchange}. */
    public static boolean compareAndExchange(
            java.util.concurrent.atomic.AtomicBoolean atomic, boolean expected, boolean value) {
        return atomic instanceof AtomicBoolean twin
                ? Atomics.compareAndExchange(twin, VALUE, bit(expected), bit(value)) != 0
                : atomic.compareAndExchange(expected, value);
    }

    /** {@link java.util.concurrent.atomic.AtomicBoolean#compareAndExchangeAcquire}. */
    public static boolean compareAndExchangeAcquire(
            java.util.concurrent.atomic.AtomicBoolean atomic, boolean expected, boolean value) {
        return atomic instanceof AtomicBoolean twin
                ? Atomics.compareAndExchange(twin, VALUE, bit(expected), bit(value)) != 0
                : atomic.compareAndExchangeAcquire(expected, value);
    }

    /** {@link java.util.concurrent.atomic.AtomicBoolean#compareAndExchangeRelease}. */
    public static boolean compareAndExchangeRelease(
            java.util.concurrent.atomic.AtomicBoolean atomic, boolean expected, boolean value) {
        return atomic instanceof AtomicBoolean twin
                ? Atomics.compareAndExchange(twin, VALUE, bit(expected), bit(value)) != 0
                : atomic.compareAndExchangeRelease(expected, value);
    }

    /** Serialisation writes the JDK's own class, for readers without JDSM. */
    private Object writeReplace() {
        return new java.util.concurrent.atomic.AtomicBoolean(value != 0);
    }
}
