package jdsm.util;

import java.util.function.LongBinaryOperator;
import java.util.function.LongUnaryOperator;

/**
 * The twin of {@link java.util.concurrent.atomic.AtomicLongArray}. The JDK's methods are final, so calls of
 * them become calls of the static methods here, which take any object of the JDK's class. An access is under the
 * monitor of its stripe of the elements.
 */
public class AtomicLongArray extends java.util.concurrent.atomic.AtomicLongArray {
    private static final long serialVersionUID = 1L;

    private final long[] elements;

    @SuppressWarnings("serial")
    private final Stripes stripes;

    /** As {@link java.util.concurrent.atomic.AtomicLongArray#AtomicLongArray(int)}. */
    public AtomicLongArray(int length) {
        super(0);
        elements = new long[length];
        stripes = new Stripes(length);
    }

    /** As {@link java.util.concurrent.atomic.AtomicLongArray#AtomicLongArray(long[])}. */
    public AtomicLongArray(long[] given) {
        this(given.length);
        System.arraycopy(given, 0, elements, 0, given.length);
    }

    private long at(int index) {
        synchronized (stripes.of(index)) {
            return elements[index];
        }
    }

    private void put(int index, long value) {
        synchronized (stripes.of(index)) {
            elements[index] = value;
        }
    }

    private long replace(int index, long value) {
        synchronized (stripes.of(index)) {
            long before = elements[index];
            elements[index] = value;
            return before;
        }
    }

    /** Sets an element if it is the expected one, and returns the one before. */
    private long exchange(int index, long expected, long value) {
        synchronized (stripes.of(index)) {
            long before = elements[index];
            if (before == expected) {
                elements[index] = value;
            }
            return before;
        }
    }

    private boolean replaceIf(int index, long expected, long value) {
        return exchange(index, expected, value) == expected;
    }

    private long plus(int index, long delta) {
        synchronized (stripes.of(index)) {
            elements[index] += delta;
            return elements[index];
        }
    }

    @Override
    public String toString() {
        java.lang.StringBuilder all = new java.lang.StringBuilder("[");
        for (int i = 0; i < elements.length; i++) {
            all.append(i == 0 ? "" : ", ").append(at(i));
        }
        return all.append(']').toString();
    }

    /** {@link java.util.concurrent.atomic.AtomicLongArray#length}. */
    public static int length(java.util.concurrent.atomic.AtomicLongArray array) {
        return array instanceof AtomicLongArray twin ? twin.elements.length : array.length();
    }

    /** {@link java.util.concurrent.atomic.AtomicLongArray#get}. */
    public static long get(java.util.concurrent.atomic.AtomicLongArray array, int index) {
        return array instanceof AtomicLongArray twin ? twin.at(index) : array.get(index);
    }

    /** {@link java.util.concurrent.atomic.AtomicLongArray#getPlain}. */
    public static long getPlain(java.util.concurrent.atomic.AtomicLongArray array, int index) {
        return array instanceof AtomicLongArray twin ? twin.at(index) : array.getPlain(index);
    }

    /** {@link java.util.concurrent.atomic.AtomicLongArray#getOpaque}. */
    public static long getOpaque(java.util.concurrent.atomic.AtomicLongArray array, int index) {
        return array instanceof AtomicLongArray twin ? twin.at(index) : array.getOpaque(index);
    }

    /** {@link java.util.concurrent.atomic.AtomicLongArray#getAcquire}. */
    public static long getAcquire(java.util.concurrent.atomic.AtomicLongArray array, int index) {
        return array instanceof AtomicLongArray twin ? twin.at(index) : array.getAcquire(index);
    }

    /** {@link java.util.concurrent.atomic.AtomicLongArray#set}. */
    public static void set(java.util.concurrent.atomic.AtomicLongArray array, int index, long value) {
        if (array instanceof AtomicLongArray twin) {
            twin.put(index, value);
        } else {
            array.set(index, value);
        }
    }

    /** {@link java.util.concurrent.atomic.AtomicLongArray#lazySet}. */
    public static void lazySet(java.util.concurrent.atomic.AtomicLongArray array, int index, long value) {
        if (array instanceof AtomicLongArray twin) {
            twin.put(index, value);
        } else {
            array.lazySet(index, value);
        }
    }

    /** {@link java.util.concurrent.atomic.AtomicLongArray#setPlain}. */
    public static void setPlain(java.util.concurrent.atomic.AtomicLongArray array, int index, long value) {
        if (array instanceof AtomicLongArray twin) {
            twin.put(index, value);
        } else {
            array.setPlain(index, value);
        }
    }

    /** {@link java.util.concurrent.atomic.AtomicLongArray#setOpaque}. */
    public static void setOpaque(java.util.concurrent.atomic.AtomicLongArray array, int index, long value) {
        if (array instanceof AtomicLongArray twin) {
            twin.put(index, value);
        } else {
            array.setOpaque(index, value);
        }
    }

    /** {@link java.util.concurrent.atomic.AtomicLongArray#setRelease}. */
    public static void setRelease(java.util.concurrent.atomic.AtomicLongArray array, int index, long value) {
        if (array instanceof AtomicLongArray twin) {
            twin.put(index, value);
        } else {
            array.setRelease(index, value);
        }
    }

    /** {@link java.util.concurrent.atomic.AtomicLongArray#getAndSet}. */
    public static long getAndSet(java.util.concurrent.atomic.AtomicLongArray array, int index, long value) {
        return array instanceof AtomicLongArray twin ? twin.replace(index, value) : array.getAndSet(index, value);
    }

    /** {@link java.util.concurrent.atomic.AtomicLongArray#getAndAdd}. */
    public static long getAndAdd(java.util.concurrent.atomic.AtomicLongArray array, int index, long delta) {
        return array instanceof AtomicLongArray twin ? twin.plus(index, delta) - delta : array.getAndAdd(index, delta);
    }

    /** {@inheritDoc} The JDK's is not final. */
    @Override
    public long addAndGet(int index, long delta) {
        return plus(index, delta);
    }

    /** {@link java.util.concurrent.atomic.AtomicLongArray#getAndIncrement}. */
    public static long getAndIncrement(java.util.concurrent.atomic.AtomicLongArray array, int index) {
        return array instanceof AtomicLongArray twin ? twin.plus(index, 1) - 1 : array.getAndIncrement(index);
    }

    /** {@link java.util.concurrent.atomic.AtomicLongArray#getAndDecrement}. */
    public static long getAndDecrement(java.util.concurrent.atomic.AtomicLongArray array, int index) {
        return array instanceof AtomicLongArray twin ? twin.plus(index, -1) + 1 : array.getAndDecrement(index);
    }

    /** {@link java.util.concurrent.atomic.AtomicLongArray#incrementAndGet}. */
    public static long incrementAndGet(java.util.concurrent.atomic.AtomicLongArray array, int index) {
        return array instanceof AtomicLongArray twin ? twin.plus(index, 1) : array.incrementAndGet(index);
    }

    /** {@link java.util.concurrent.atomic.AtomicLongArray#decrementAndGet}. */
    public static long decrementAndGet(java.util.concurrent.atomic.AtomicLongArray array, int index) {
        return array instanceof AtomicLongArray twin ? twin.plus(index, -1) : array.decrementAndGet(index);
    }

    /** {@link java.util.concurrent.atomic.AtomicLongArray#compareAndSet}. */
    public static boolean compareAndSet(
            java.util.concurrent.atomic.AtomicLongArray array, int index, long expected, long value) {
        return array instanceof AtomicLongArray twin
                ? twin.replaceIf(index, expected, value)
                : array.compareAndSet(index, expected, value);
    }

    /** {@link java.util.concurrent.atomic.AtomicLongArray#weakCompareAndSetPlain}. */
    public static boolean weakCompareAndSetPlain(
            java.util.concurrent.atomic.AtomicLongArray array, int index, long expected, long value) {
        return array instanceof AtomicLongArray twin
                ? twin.replaceIf(index, expected, value)
                : array.weakCompareAndSetPlain(index, expected, value);
    }

    /** {@link java.util.concurrent.atomic.AtomicLongArray#weakCompareAndSetVolatile}. */
    public static boolean weakCompareAndSetVolatile(
            java.util.concurrent.atomic.AtomicLongArray array, int index, long expected, long value) {
        return array instanceof AtomicLongArray twin
                ? twin.replaceIf(index, expected, value)
                : array.weakCompareAndSetVolatile(index, expected, value);
    }

    /** {@link java.util.concurrent.atomic.AtomicLongArray#weakCompareAndSetAcquire}. */
    public static boolean weakCompareAndSetAcquire(
            java.util.concurrent.atomic.AtomicLongArray array, int index, long expected, long value) {
        return array instanceof AtomicLongArray twin
                ? twin.replaceIf(index, expected, value)
                : array.weakCompareAndSetAcquire(index, expected, value);
    }

    /** {@link java.util.concurrent.atomic.AtomicLongArray#weakCompareAndSetRelease}. */
    public static boolean weakCompareAndSetRelease(
            java.util.concurrent.atomic.AtomicLongArray array, int index, long expected, long value) {
        return array instanceof AtomicLongArray twin
                ? twin.replaceIf(index, expected, value)
                : array.weakCompareAndSetRelease(index, expected, value);
    }

    /** {@link java.util.concurrent.atomic.AtomicLongArray#weakCompareAndSet}. */
    @SuppressWarnings("deprecation")
    public static boolean weakCompareAndSet(
            java.util.concurrent.atomic.AtomicLongArray array, int index, long expected, long value) {
        return array instanceof AtomicLongArray twin
                ? twin.replaceIf(index, expected, value)
                : array.weakCompareAndSet(index, expected, value);
    }

    /** {@link java.util.concurrent.atomic.AtomicLongArray#compareAndExchange}. */
    public static long compareAndExchange(
            java.util.concurrent.atomic.AtomicLongArray array, int index, long expected, long value) {
        return array instanceof AtomicLongArray twin
                ? twin.exchange(index, expected, value)
                : array.compareAndExchange(index, expected, value);
    }

    /** {@link java.util.concurrent.atomic.AtomicLongArray#compareAndExchangeAcquire}. */
    public static long compareAndExchangeAcquire(
            java.util.concurrent.atomic.AtomicLongArray array, int index, long expected, long value) {
        return array instanceof AtomicLongArray twin
                ? twin.exchange(index, expected, value)
                : array.compareAndExchangeAcquire(index, expected, value);
    }

    /** {@link java.util.concurrent.atomic.AtomicLongArray#compareAndExchangeRelease}. */
    public static long compareAndExchangeRelease(
            java.util.concurrent.atomic.AtomicLongArray array, int index, long expected, long value) {
        return array instanceof AtomicLongArray twin
                ? twin.exchange(index, expected, value)
                : array.compareAndExchangeRelease(index, expected, value);
    }

    /** {@link java.util.concurrent.atomic.AtomicLongArray#getAndUpdate}. */
    public static long getAndUpdate(
            java.util.concurrent.atomic.AtomicLongArray array, int index, LongUnaryOperator function) {
        if (!(array instanceof AtomicLongArray twin)) {
            return array.getAndUpdate(index, function);
        }
        while (true) {
            long before = twin.at(index);
            long after = function.applyAsLong(before);
            if (twin.replaceIf(index, before, after)) {
                return before;
            }
        }
    }

    /** {@link java.util.concurrent.atomic.AtomicLongArray#updateAndGet}. */
    public static long updateAndGet(
            java.util.concurrent.atomic.AtomicLongArray array, int index, LongUnaryOperator function) {
        if (!(array instanceof AtomicLongArray twin)) {
            return array.updateAndGet(index, function);
        }
        while (true) {
            long before = twin.at(index);
            long after = function.applyAsLong(before);
            if (twin.replaceIf(index, before, after)) {
                return after;
            }
        }
    }

    /** {@link java.util.concurrent.atomic.AtomicLongArray#getAndAccumulate}. */
    public static long getAndAccumulate(
            java.util.concurrent.atomic.AtomicLongArray array, int index, long value, LongBinaryOperator function) {
        if (!(array instanceof AtomicLongArray twin)) {
            return array.getAndAccumulate(index, value, function);
        }
        while (true) {
            long before = twin.at(index);
            long after = function.applyAsLong(before, value);
            if (twin.replaceIf(index, before, after)) {
                return before;
            }
        }
    }

    /** {@link java.util.concurrent.atomic.AtomicLongArray#accumulateAndGet}. */
    public static long accumulateAndGet(
            java.util.concurrent.atomic.AtomicLongArray array, int index, long value, LongBinaryOperator function) {
        if (!(array instanceof AtomicLongArray twin)) {
            return array.accumulateAndGet(index, value, function);
        }
        while (true) {
            long before = twin.at(index);
            long after = function.applyAsLong(before, value);
            if (twin.replaceIf(index, before, after)) {
                return after;
            }
        }
    }

    /** Serialisation writes the JDK's own array, for readers without JDSM. */
    private Object writeReplace() {
        long[] all = new long[elements.length];
        for (int i = 0; i < all.length; i++) {
            all[i] = at(i);
        }
        return new java.util.concurrent.atomic.AtomicLongArray(all);
    }
}
