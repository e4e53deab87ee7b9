package jdsm.util;

import java.lang.invoke.VarHandle;
import java.util.function.LongBinaryOperator;
import java.util.function.LongUnaryOperator;
import jdsm.runtime.Atomics;

/**
 * The twin of {@link java.util.concurrent.atomic.AtomicLong}. The JDK's methods are final, so calls of them become
 * calls of the static methods here, which take any object of the JDK's class.
 */
public class AtomicLong extends java.util.concurrent.atomic.AtomicLong {
    private static final long serialVersionUID = 1L;
    private static final VarHandle VALUE = Atomics.of(AtomicLong.class, long.class);

    private volatile long value;

    /** As {@link java.util.concurrent.atomic.AtomicLong#AtomicLong()}. */
    public AtomicLong() {}

    /** As {@link java.util.concurrent.atomic.AtomicLong#AtomicLong(long)}. */
    public AtomicLong(long value) {
        this.value = value;
    }

    @Override
    public String toString() {
        return Long.toString(value);
    }

    @Override
    public int intValue() {
        return (int) value;
    }

    @Override
    public long longValue() {
        return value;
    }

    @Override
    public float floatValue() {
        return (float) value;
    }

    @Override
    public double doubleValue() {
        return (double) value;
    }

    /** {@link java.util.concurrent.atomic.AtomicLong#get}. */
    public static long get(java.util.concurrent.atomic.AtomicLong atomic) {
        return atomic instanceof AtomicLong twin ? twin.value : atomic.get();
    }

    /** {@link java.util.concurrent.atomic.AtomicLong#getPlain}. */
    public static long getPlain(java.util.concurrent.atomic.AtomicLong atomic) {
        return atomic instanceof AtomicLong twin ? twin.value : atomic.getPlain();
    }

    /** {@link java.util.concurrent.atomic.AtomicLong#getOpaque}. */
    public static long getOpaque(java.util.concurrent.atomic.AtomicLong atomic) {
        return atomic instanceof AtomicLong twin ? twin.value : atomic.getOpaque();
    }

    /** {@link java.util.concurrent.atomic.AtomicLong#getAcquire}. */
    public static long getAcquire(java.util.concurrent.atomic.AtomicLong atomic) {
        return atomic instanceof AtomicLong twin ? twin.value : atomic.getAcquire();
    }

    /** {@link java.util.concurrent.atomic.AtomicLong#set}. */
    public static void set(java.util.concurrent.atomic.AtomicLong atomic, long value) {
        if (atomic instanceof AtomicLong twin) {
            twin.value = value;
        } else {
            atomic.set(value);
        }
    }

    /** {@link java.util.concurrent.atomic.AtomicLong#lazySet}. */
    public static void lazySet(java.util.concurrent.atomic.AtomicLong atomic, long value) {
        if (atomic instanceof AtomicLong twin) {
            twin.value = value;
        } else {
            atomic.lazySet(value);
        }
    }

    /** {@link java.util.concurrent.atomic.AtomicLong#setPlain}. */
    public static void setPlain(java.util.concurrent.atomic.AtomicLong atomic, long value) {
        if (atomic instanceof AtomicLong twin) {
            twin.value = value;
        } else {
            atomic.setPlain(value);
        }
    }

    /** {@link java.util.concurrent.atomic.AtomicLong#setOpaque}. */
    public static void setOpaque(java.util.concurrent.atomic.AtomicLong atomic, long value) {
        if (atomic instanceof AtomicLong twin) {
            twin.value = value;
        } else {
            atomic.setOpaque(value);
        }
    }

    /** {@link java.util.concurrent.atomic.AtomicLong#setRelease}. */
    public static void setRelease(java.util.concurrent.atomic.AtomicLong atomic, long value) {
        if (atomic instanceof AtomicLong twin) {
            twin.value = value;
        } else {
            atomic.setRelease(value);
        }
    }

    /** {@link java.util.concurrent.atomic.AtomicLong#getAndSet}. */
    public static long getAndSet(java.util.concurrent.atomic.AtomicLong atomic, long value) {
        return atomic instanceof AtomicLong twin ? Atomics.getAndSet(twin, VALUE, value) : atomic.getAndSet(value);
    }

    /** {@link java.util.concurrent.atomic.AtomicLong#getAndAdd}. */
    public static long getAndAdd(java.util.concurrent.atomic.AtomicLong atomic, long delta) {
        return atomic instanceof AtomicLong twin ? Atomics.getAndAdd(twin, VALUE, delta) : atomic.getAndAdd(delta);
    }

    /** {@link java.util.concurrent.atomic.AtomicLong#addAndGet}. */
    public static long addAndGet(java.util.concurrent.atomic.AtomicLong atomic, long delta) {
        return atomic instanceof AtomicLong twin
                ? Atomics.getAndAdd(twin, VALUE, delta) + delta
                : atomic.addAndGet(delta);
    }

    /** {@link java.util.concurrent.atomic.AtomicLong#getAndIncrement}. */
    public static long getAndIncrement(java.util.concurrent.atomic.AtomicLong atomic) {
        return atomic instanceof AtomicLong twin ? Atomics.getAndAdd(twin, VALUE, 1L) : atomic.getAndIncrement();
    }

    /** {@link java.util.concurrent.atomic.AtomicLong#getAndDecrement}. */
    public static long getAndDecrement(java.util.concurrent.atomic.AtomicLong atomic) {
        return atomic instanceof AtomicLong twin ? Atomics.getAndAdd(twin, VALUE, -1L) : atomic.getAndDecrement();
    }

    /** {@link java.util.concurrent.atomic.AtomicLong#incrementAndGet}. */
    public static long incrementAndGet(java.util.concurrent.atomic.AtomicLong atomic) {
        return atomic instanceof AtomicLong twin ? Atomics.getAndAdd(twin, VALUE, 1L) + 1 : atomic.incrementAndGet();
    }

    /** {@link java.util.concurrent.atomic.AtomicLong#decrementAndGet}. */
    public static long decrementAndGet(java.util.concurrent.atomic.AtomicLong atomic) {
        return atomic instanceof AtomicLong twin ? Atomics.getAndAdd(twin, VALUE, -1L) - 1 : atomic.decrementAndGet();
    }

    /** {@link java.util.concurrent.atomic.AtomicLong#compareAndSet}. */
    public static boolean compareAndSet(java.util.concurrent.atomic.AtomicLong atomic, long expected, long value) {
        return atomic instanceof AtomicLong twin
                ? Atomics.compareAndSet(twin, VALUE, expected, value)
                : atomic.compareAndSet(expected, value);
    }

    /** {@link java.util.concurrent.atomic.AtomicLong#weakCompareAndSetPlain}. */
    public static boolean weakCompareAndSetPlain(
            java.util.concurrent.atomic.AtomicLong atomic, long expected, long value) {
        return atomic instanceof AtomicLong twin
                ? Atomics.compareAndSet(twin, VALUE, expected, value)
                : atomic.weakCompareAndSetPlain(expected, value);
    }

    /** {@link java.util.concurrent.atomic.AtomicLong#weakCompareAndSetVolatile}. */
    public static boolean weakCompareAndSetVolatile(
            java.util.concurrent.atomic.AtomicLong atomic, long expected, long value) {
        return atomic instanceof AtomicLong twin
                ? Atomics.compareAndSet(twin, VALUE, expected, value)
                : atomic.weakCompareAndSetVolatile(expected, value);
    }

    /** {@link java.util.concurrent.atomic.AtomicLong#weakCompareAndSetAcquire}. */
    public static boolean weakCompareAndSetAcquire(
            java.util.concurrent.atomic.AtomicLong atomic, long expected, long value) {
        return atomic instanceof AtomicLong twin
                ? Atomics.compareAndSet(twin, VALUE, expected, value)
                : atomic.weakCompareAndSetAcquire(expected, value);
    }

    /** {@link java.util.concurrent.atomic.AtomicLong#weakCompareAndSetRelease}. */
    public static boolean weakCompareAndSetRelease(
            java.util.concurrent.atomic.AtomicLong atomic, long expected, long value) {
        return atomic instanceof AtomicLong twin
                ? Atomics.compareAndSet(twin, VALUE, expected, value)
                : atomic.weakCompareAndSetRelease(expected, value);
    }

    /** {@link java.util.concurrent.atomic.AtomicLong#weakCompareAndSet}. */
    @SuppressWarnings("deprecation")
    public static boolean weakCompareAndSet(java.util.concurrent.atomic.AtomicLong atomic, long expected, long value) {
        return atomic instanceof AtomicLong twin
                ? Atomics.compareAndSet(twin, VALUE, expected, value)
                : atomic.weakCompareAndSet(expected, value);
    }

    /** {@link java.util.concurrent.atomic.AtomicLong#compareAndExchange}. */
    public static long compareAndExchange(java.util.concurrent.atomic.AtomicLong atomic, long expected, long value) {
        return atomic instanceof AtomicLong twin
                ? Atomics.compareAndExchange(twin, VALUE, expected, value)
                : atomic.compareAndExchange(expected, value);
    }

    /** {@link java.util.concurrent.atomic.AtomicLong#compareAndExchangeAcquire}. */
    public static long compareAndExchangeAcquire(
            java.util.concurrent.atomic.AtomicLong atomic, long expected, long value) {
        return atomic instanceof AtomicLong twin
                ? Atomics.compareAndExchange(twin, VALUE, expected, value)
                : atomic.compareAndExchangeAcquire(expected, value);
    }

    /** {@link java.util.concurrent.atomic.AtomicLong#compareAndExchangeRelease}. */
    public static long compareAndExchangeRelease(
            java.util.concurrent.atomic.AtomicLong atomic, long expected, long value) {
        return atomic instanceof AtomicLong twin
                ? Atomics.compareAndExchange(twin, VALUE, expected, value)
                : atomic.compareAndExchangeRelease(expected, value);
    }

    /** {@link java.util.concurrent.atomic.AtomicLong#getAndUpdate}. */
    public static long getAndUpdate(java.util.concurrent.atomic.AtomicLong atomic, LongUnaryOperator function) {
        if (!(atomic instanceof AtomicLong twin)) {
            return atomic.getAndUpdate(function);
        }
        while (true) {
            long before = twin.value;
            long after = function.applyAsLong(before);
            if (Atomics.compareAndSet(twin, VALUE, before, after)) {
                return before;
            }
        }
    }

    /** {@link java.util.concurrent.atomic.AtomicLong#updateAndGet}. */
    public static long updateAndGet(java.util.concurrent.atomic.AtomicLong atomic, LongUnaryOperator function) {
        if (!(atomic instanceof AtomicLong twin)) {
            return atomic.updateAndGet(function);
        }
        while (true) {
            long before = twin.value;
            long after = function.applyAsLong(before);
            if (Atomics.compareAndSet(twin, VALUE, before, after)) {
                return after;
            }
        }
    }

    /** {@link java.util.concurrent.atomic.AtomicLong#getAndAccumulate}. */
    public static long getAndAccumulate(
            java.util.concurrent.atomic.AtomicLong atomic, long value, LongBinaryOperator function) {
        if (!(atomic instanceof AtomicLong twin)) {
            return atomic.getAndAccumulate(value, function);
        }
        while (true) {
            long before = twin.value;
            long after = function.applyAsLong(before, value);
            if (Atomics.compareAndSet(twin, VALUE, before, after)) {
                return before;
            }
        }
    }

    /** {@link java.util.concurrent.atomic.AtomicLong#accumulateAndGet}. */
    public static long accumulateAndGet(
            java.util.concurrent.atomic.AtomicLong atomic, long value, LongBinaryOperator function) {
        if (!(atomic instanceof AtomicLong twin)) {
            return atomic.accumulateAndGet(value, function);
        }
        while (true) {
            long before = twin.value;
            long after = function.applyAsLong(before, value);
            if (Atomics.compareAndSet(twin, VALUE, before, after)) {
                return after;
            }
        }
    }

    /** Serialisation writes the JDK's own class, for readers without JDSM. */
    private Object writeReplace() {
        return new java.util.concurrent.atomic.AtomicLong(value);
    }
}
