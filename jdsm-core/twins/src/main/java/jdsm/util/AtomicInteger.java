package jdsm.util;

import java.lang.invoke.VarHandle;
import java.util.function.IntBinaryOperator;
import java.util.function.IntUnaryOperator;
import jdsm.runtime.Atomics;

/**
 * The twin of {@link java.util.concurrent.atomic.AtomicInteger}. The JDK's methods are final, so calls of them become
 * calls of the static methods here, which take any object of the JDK's class.
 */
public class AtomicInteger extends java.util.concurrent.atomic.AtomicInteger {
    private static final long serialVersionUID = 1L;
    private static final VarHandle VALUE = Atomics.of(AtomicInteger.class, int.class);

    private volatile int value;

    /** As {@link java.util.concurrent.atomic.AtomicInteger#AtomicInteger()}. */
    public AtomicInteger() {}

    /** As {@link java.util.concurrent.atomic.AtomicInteger#AtomicInteger(int)}. */
    public AtomicInteger(int value) {
        this.value = value;
    }

    @Override
    public String toString() {
        return Integer.toString(value);
    }

    @Override
    public int intValue() {
        return value;
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
        return value;
    }

    /** {@link java.util.concurrent.atomic.AtomicInteger#get}. */
    public static int get(java.util.concurrent.atomic.AtomicInteger atomic) {
        return atomic instanceof AtomicInteger twin ? twin.value : atomic.get();
    }

    /** {@link java.util.concurrent.atomic.AtomicInteger#getPlain}. */
    public static int getPlain(java.util.concurrent.atomic.AtomicInteger atomic) {
        return atomic instanceof AtomicInteger twin ? twin.value : atomic.getPlain();
    }

    /** {@link java.util.concurrent.atomic.AtomicInteger#getOpaque}. */
    public static int getOpaque(java.util.concurrent.atomic.AtomicInteger atomic) {
        return atomic instanceof AtomicInteger twin ? twin.value : atomic.getOpaque();
    }

    /** {@link java.util.concurrent.atomic.AtomicInteger#getAcquire}. */
    public static int getAcquire(java.util.concurrent.atomic.AtomicInteger atomic) {
        return atomic instanceof AtomicInteger twin ? twin.value : atomic.getAcquire();
    }

    /** {@link java.util.concurrent.atomic.AtomicInteger#set}. */
    public static void set(java.util.concurrent.atomic.AtomicInteger atomic, int value) {
        if (atomic instanceof AtomicInteger twin) {
            twin.value = value;
        } else {
            atomic.set(value);
        }
    }

    /** {@link java.util.concurrent.atomic.AtomicInteger#lazySet}. */
    public static void lazySet(java.util.concurrent.atomic.AtomicInteger atomic, int value) {
        if (atomic instanceof AtomicInteger twin) {
            twin.value = value;
        } else {
            atomic.lazySet(value);
        }
    }

    /** {@link java.util.concurrent.atomic.AtomicInteger#setPlain}. */
    public static void setPlain(java.util.concurrent.atomic.AtomicInteger atomic, int value) {
        if (atomic instanceof AtomicInteger twin) {
            twin.value = value;
        } else {
            atomic.setPlain(value);
        }
    }

    /** {@link java.util.concurrent.atomic.AtomicInteger#setOpaque}. */
    public static void setOpaque(java.util.concurrent.atomic.AtomicInteger atomic, int value) {
        if (atomic instanceof AtomicInteger twin) {
            twin.value = value;
        } else {
            atomic.setOpaque(value);
        }
    }

    /** {@link java.util.concurrent.atomic.AtomicInteger#setRelease}. */
    public static void setRelease(java.util.concurrent.atomic.AtomicInteger atomic, int value) {
        if (atomic instanceof AtomicInteger twin) {
            twin.value = value;
        } else {
            atomic.setRelease(value);
        }
    }

    /** {@link java.util.concurrent.atomic.AtomicInteger#getAndSet}. */
    public static int getAndSet(java.util.concurrent.atomic.AtomicInteger atomic, int value) {
        return atomic instanceof AtomicInteger twin ? Atomics.getAndSet(twin, VALUE, value) : atomic.getAndSet(value);
    }

    /** {@link java.util.concurrent.atomic.AtomicInteger#getAndAdd}. */
    public static int getAndAdd(java.util.concurrent.atomic.AtomicInteger atomic, int delta) {
        return atomic instanceof AtomicInteger twin ? Atomics.getAndAdd(twin, VALUE, delta) : atomic.getAndAdd(delta);
    }

    /** {@link java.util.concurrent.atomic.AtomicInteger#addAndGet}. */
    public static int addAndGet(java.util.concurrent.atomic.AtomicInteger atomic, int delta) {
        return atomic instanceof AtomicInteger twin
                ? Atomics.getAndAdd(twin, VALUE, delta) + delta
                : atomic.addAndGet(delta);
    }

    /** {@link java.util.concurrent.atomic.AtomicInteger#getAndIncrement}. */
    public static int getAndIncrement(java.util.concurrent.atomic.AtomicInteger atomic) {
        return atomic instanceof AtomicInteger twin ? Atomics.getAndAdd(twin, VALUE, 1) : atomic.getAndIncrement();
    }

    /** {@link java.util.concurrent.atomic.AtomicInteger#getAndDecrement}. */
    public static int getAndDecrement(java.util.concurrent.atomic.AtomicInteger atomic) {
        return atomic instanceof AtomicInteger twin ? Atomics.getAndAdd(twin, VALUE, -1) : atomic.getAndDecrement();
    }

    /** {@link java.util.concurrent.atomic.AtomicInteger#incrementAndGet}. */
    public static int incrementAndGet(java.util.concurrent.atomic.AtomicInteger atomic) {
        return atomic instanceof AtomicInteger twin ? Atomics.getAndAdd(twin, VALUE, 1) + 1 : atomic.incrementAndGet();
    }

    /** {@link java.util.concurrent.atomic.AtomicInteger#decrementAndGet}. */
    public static int decrementAndGet(java.util.concurrent.atomic.AtomicInteger atomic) {
        return atomic instanceof AtomicInteger twin ? Atomics.getAndAdd(twin, VALUE, -1) - 1 : atomic.decrementAndGet();
    }

    /** {@link java.util.concurrent.atomic.AtomicInteger#compareAndSet}. */
    public static boolean compareAndSet(java.util.concurrent.atomic.AtomicInteger atomic, int expected, int value) {
        return atomic instanceof AtomicInteger twin
                ? Atomics.compareAndSet(twin, VALUE, expected, value)
                : atomic.compareAndSet(expected, value);
    }

    /** {@link java.util.concurrent.atomic.AtomicInteger#weakCompareAndSetPlain}. */
    public static boolean weakCompareAndSetPlain(
            java.util.concurrent.atomic.AtomicInteger atomic, int expected, int value) {
        return atomic instanceof AtomicInteger twin
                ? Atomics.compareAndSet(twin, VALUE, expected, value)
                : atomic.weakCompareAndSetPlain(expected, value);
    }

    /** {@link java.util.concurrent.atomic.AtomicInteger#weakCompareAndSetVolatile}. */
    public static boolean weakCompareAndSetVolatile(
            java.util.concurrent.atomic.AtomicInteger atomic, int expected, int value) {
        return atomic instanceof AtomicInteger twin
                ? Atomics.compareAndSet(twin, VALUE, expected, value)
                : atomic.weakCompareAndSetVolatile(expected, value);
    }

    /** {@link java.util.concurrent.atomic.AtomicInteger#weakCompareAndSetAcquire}. */
    public static boolean weakCompareAndSetAcquire(
            java.util.concurrent.atomic.AtomicInteger atomic, int expected, int value) {
        return atomic instanceof AtomicInteger twin
                ? Atomics.compareAndSet(twin, VALUE, expected, value)
                : atomic.weakCompareAndSetAcquire(expected, value);
    }

    /** {@link java.util.concurrent.atomic.AtomicInteger#weakCompareAndSetRelease}. */
    public static boolean weakCompareAndSetRelease(
            java.util.concurrent.atomic.AtomicInteger atomic, int expected, int value) {
        return atomic instanceof AtomicInteger twin
                ? Atomics.compareAndSet(twin, VALUE, expected, value)
                : atomic.weakCompareAndSetRelease(expected, value);
    }

    /** {@link java.util.concurrent.atomic.AtomicInteger#weakCompareAndSet}. */
    @SuppressWarnings("deprecation")
    public static boolean weakCompareAndSet(java.util.concurrent.atomic.AtomicInteger atomic, int expected, int value) {
        return atomic instanceof AtomicInteger twin
                ? Atomics.compareAndSet(twin, VALUE, expected, value)
                : atomic.weakCompareAndSet(expected, value);
    }

    /** {@link java.util.concurrent.atomic.AtomicInteger#compareAndExchange}. */
    public static int compareAndExchange(java.util.concurrent.atomic.AtomicInteger atomic, int expected, int value) {
        return atomic instanceof AtomicInteger twin
                ? Atomics.compareAndExchange(twin, VALUE, expected, value)
                : atomic.compareAndExchange(expected, value);
    }

    /** {@link java.util.concurrent.atomic.AtomicInteger#compareAndExchangeAcquire}. */
    public static int compareAndExchangeAcquire(
            java.util.concurrent.atomic.AtomicInteger atomic, int expected, int value) {
        return atomic instanceof AtomicInteger twin
                ? Atomics.compareAndExchange(twin, VALUE, expected, value)
                : atomic.compareAndExchangeAcquire(expected, value);
    }

    /** {@link java.util.concurrent.atomic.AtomicInteger#compareAndExchangeRelease}. */
    public static int compareAndExchangeRelease(
            java.util.concurrent.atomic.AtomicInteger atomic, int expected, int value) {
        return atomic instanceof AtomicInteger twin
                ? Atomics.compareAndExchange(twin, VALUE, expected, value)
                : atomic.compareAndExchangeRelease(expected, value);
    }

    /** {@link java.util.concurrent.atomic.AtomicInteger#getAndUpdate}. */
    public static int getAndUpdate(java.util.concurrent.atomic.AtomicInteger atomic, IntUnaryOperator function) {
        if (!(atomic instanceof AtomicInteger twin)) {
            return atomic.getAndUpdate(function);
        }
        while (true) {
            int before = twin.value;
            int after = function.applyAsInt(before);
            if (Atomics.compareAndSet(twin, VALUE, before, after)) {
                return before;
            }
        }
    }

    /** {@link java.util.concurrent.atomic.AtomicInteger#updateAndGet}. */
    public static int updateAndGet(java.util.concurrent.atomic.AtomicInteger atomic, IntUnaryOperator function) {
        if (!(atomic instanceof AtomicInteger twin)) {
            return atomic.updateAndGet(function);
        }
        while (true) {
            int before = twin.value;
            int after = function.applyAsInt(before);
            if (Atomics.compareAndSet(twin, VALUE, before, after)) {
                return after;
            }
        }
    }

    /** {@link java.util.concurrent.atomic.AtomicInteger#getAndAccumulate}. */
    public static int getAndAccumulate(
            java.util.concurrent.atomic.AtomicInteger atomic, int value, IntBinaryOperator function) {
        if (!(atomic instanceof AtomicInteger twin)) {
            return atomic.getAndAccumulate(value, function);
        }
        while (true) {
            int before = twin.value;
            int after = function.applyAsInt(before, value);
            if (Atomics.compareAndSet(twin, VALUE, before, after)) {
                return before;
            }
        }
    }

    /** {@link java.util.concurrent.atomic.AtomicInteger#accumulateAndGet}. */
    public static int accumulateAndGet(
            java.util.concurrent.atomic.AtomicInteger atomic, int value, IntBinaryOperator function) {
        if (!(atomic instanceof AtomicInteger twin)) {
            return atomic.accumulateAndGet(value, function);
        }
        while (true) {
            int before = twin.value;
            int after = function.applyAsInt(before, value);
            if (Atomics.compareAndSet(twin, VALUE, before, after)) {
                return after;
            }
        }
    }

    /** Serialisation writes the JDK's own class, for readers without JDSM. */
    private Object writeReplace() {
        return new java.util.concurrent.atomic.AtomicInteger(value);
    }
}
