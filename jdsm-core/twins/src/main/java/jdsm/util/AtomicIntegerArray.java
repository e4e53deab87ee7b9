package jdsm.util;

import java.util.function.IntBinaryOperator;
import java.util.function.IntUnaryOperator;

/**
 * The twin of {@link java.util.concurrent.atomic.AtomicIntegerArray}. The JDK's methods are final, so calls of
 * them become calls of the static methods here, which take any object of the JDK's class. An access is under the
 * monitor of its stripe of the elements.
 */
public class AtomicIntegerArray extends java.util.concurrent.atomic.AtomicIntegerArray {
    private static final long serialVersionUID = 1L;

    private final int[] elements;

    @SuppressWarnings("serial")
    private final Stripes stripes;

    /** As {@link java.util.concurrent.atomic.AtomicIntegerArray#AtomicIntegerArray(int)}. */
    public AtomicIntegerArray(int length) {
        super(0);
        elements = new int[length];
        stripes = new Stripes(length);
    }

    /** As {@link java.util.concurrent.atomic.AtomicIntegerArray#AtomicIntegerArray(int[])}. */
    public AtomicIntegerArray(int[] given) {
        this(given.length);
        System.arraycopy(given, 0, elements, 0, given.length);
    }

    private int at(int index) {
        synchronized (stripes.of(index)) {
            return elements[index];
        }
    }

    private void put(int index, int value) {
        synchronized (stripes.of(index)) {
            elements[index] = value;
        }
    }

    private int replace(int index, int value) {
        synchronized (stripes.of(index)) {
            int before = elements[index];
            elements[index] = value;
            return before;
        }
    }

    /** Sets an element if it is the expected one, and returns the one before. */
    private int exchange(int index, int expected, int value) {
        synchronized (stripes.of(index)) {
            int before = elements[index];
            if (before == expected) {
                elements[index] = value;
            }
            return before;
        }
    }

    private boolean replaceIf(int index, int expected, int value) {
        return exchange(index, expected, value) == expected;
    }

    private int plus(int index, int delta) {
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

    /** {@link java.util.concurrent.atomic.AtomicIntegerArray#length}. */
    public static int length(java.util.concurrent.atomic.AtomicIntegerArray array) {
        return array instanceof AtomicIntegerArray twin ? twin.elements.length : array.length();
    }

    /** {@link java.util.concurrent.atomic.AtomicIntegerArray#get}. */
    public static int get(java.util.concurrent.atomic.AtomicIntegerArray array, int index) {
        return array instanceof AtomicIntegerArray twin ? twin.at(index) : array.get(index);
    }

    /** {@link java.util.concurrent.atomic.AtomicIntegerArray#getPlain}. */
    public static int getPlain(java.util.concurrent.atomic.AtomicIntegerArray array, int index) {
        return array instanceof AtomicIntegerArray twin ? twin.at(index) : array.getPlain(index);
    }

    /** {@link java.util.concurrent.atomic.AtomicIntegerArray#getOpaque}. */
    public static int getOpaque(java.util.concurrent.atomic.AtomicIntegerArray array, int index) {
        return array instanceof AtomicIntegerArray twin ? twin.at(index) : array.getOpaque(index);
    }

    /** {@link java.util.concurrent.atomic.AtomicIntegerArray#getAcquire}. */
    public static int getAcquire(java.util.concurrent.atomic.AtomicIntegerArray array, int index) {
        return array instanceof AtomicIntegerArray twin ? twin.at(index) : array.getAcquire(index);
    }

    /** {@link java.util.concurrent.atomic.AtomicIntegerArray#set}. */
    public static void set(java.util.concurrent.atomic.AtomicIntegerArray array, int index, int value) {
        if (array instanceof AtomicIntegerArray twin) {
            twin.put(index, value);
        } else {
            array.set(index, value);
        }
    }

    /** {@link java.util.concurrent.atomic.AtomicIntegerArray#lazySet}. */
    public static void lazySet(java.util.concurrent.atomic.AtomicIntegerArray array, int index, int value) {
        if (array instanceof AtomicIntegerArray twin) {
            twin.put(index, value);
        } else {
            array.lazySet(index, value);
        }
    }

    /** {@link java.util.concurrent.atomic.AtomicIntegerArray#setPlain}. */
    public static void setPlain(java.util.concurrent.atomic.AtomicIntegerArray array, int index, int value) {
        if (array instanceof AtomicIntegerArray twin) {
            twin.put(index, value);
        } else {
            array.setPlain(index, value);
        }
    }

    /** {@link java.util.concurrent.atomic.AtomicIntegerArray#setOpaque}. */
    public static void setOpaque(java.util.concurrent.atomic.AtomicIntegerArray array, int index, int value) {
        if (array instanceof AtomicIntegerArray twin) {
            twin.put(index, value);
        } else {
            array.setOpaque(index, value);
        }
    }

    /** {@link java.util.concurrent.atomic.AtomicIntegerArray#setRelease}. */
    public static void setRelease(java.util.concurrent.atomic.AtomicIntegerArray array, int index, int value) {
        if (array instanceof AtomicIntegerArray twin) {
            twin.put(index, value);
        } else {
            array.setRelease(index, value);
        }
    }

    /** {@link java.util.concurrent.atomic.AtomicIntegerArray#getAndSet}. */
    public static int getAndSet(java.util.concurrent.atomic.AtomicIntegerArray array, int index, int value) {
        return array instanceof AtomicIntegerArray twin ? twin.replace(index, value) : array.getAndSet(index, value);
    }

    /** {@link java.util.concurrent.atomic.AtomicIntegerArray#getAndAdd}. */
    public static int getAndAdd(java.util.concurrent.atomic.AtomicIntegerArray array, int index, int delta) {
        return array instanceof AtomicIntegerArray twin
                ? twin.plus(index, delta) - delta
                : array.getAndAdd(index, delta);
    }

    /** {@link java.util.concurrent.atomic.AtomicIntegerArray#addAndGet}. */
    public static int addAndGet(java.util.concurrent.atomic.AtomicIntegerArray array, int index, int delta) {
        return array instanceof AtomicIntegerArray twin ? twin.plus(index, delta) : array.addAndGet(index, delta);
    }

    /** {@link java.util.concurrent.atomic.AtomicIntegerArray#getAndIncrement}. */
    public static int getAndIncrement(java.util.concurrent.atomic.AtomicIntegerArray array, int index) {
        return array instanceof AtomicIntegerArray twin ? twin.plus(index, 1) - 1 : array.getAndIncrement(index);
    }

    /** {@link java.util.concurrent.atomic.AtomicIntegerArray#getAndDecrement}. */
    public static int getAndDecrement(java.util.concurrent.atomic.AtomicIntegerArray array, int index) {
        return array instanceof AtomicIntegerArray twin ? twin.plus(index, -1) + 1 : array.getAndDecrement(index);
    }

    /** {@link java.util.concurrent.atomic.AtomicIntegerArray#incrementAndGet}. */
    public static int incrementAndGet(java.util.concurrent.atomic.AtomicIntegerArray array, int index) {
        return array instanceof AtomicIntegerArray twin ? twin.plus(index, 1) : array.incrementAndGet(index);
    }

    /** {@link java.util.concurrent.atomic.AtomicIntegerArray#decrementAndGet}. */
    public static int decrementAndGet(java.util.concurrent.atomic.AtomicIntegerArray array, int index) {
        return array instanceof AtomicIntegerArray twin ? twin.plus(index, -1) : array.decrementAndGet(index);
    }

    /** {@link java.util.concurrent.atomic.AtomicIntegerArray#compareAndSet}. */
    public static boolean compareAndSet(
            java.util.concurrent.atomic.AtomicIntegerArray array, int index, int expected, int value) {
        return array instanceof AtomicIntegerArray twin
                ? twin.replaceIf(index, expected, value)
                : array.compareAndSet(index, expected, value);
    }

    /** {@link java.util.concurrent.atomic.AtomicIntegerArray#weakCompareAndSetPlain}. */
    public static boolean weakCompareAndSetPlain(
            java.util.concurrent.atomic.AtomicIntegerArray array, int index, int expected, int value) {
        return array instanceof AtomicIntegerArray twin
                ? twin.replaceIf(index, expected, value)
                : array.weakCompareAndSetPlain(index, expected, value);
    }

    /** {@link java.util.concurrent.atomic.AtomicIntegerArray#weakCompareAndSetVolatile}. */
    public static boolean weakCompareAndSetVolatile(
            java.util.concurrent.atomic.AtomicIntegerArray array, int index, int expected, int value) {
        return array instanceof AtomicIntegerArray twin
                ? twin.replaceIf(index, expected, value)
                : array.weakCompareAndSetVolatile(index, expected, value);
    }

    /** {@link java.util.concurrent.atomic.AtomicIntegerArray#weakCompareAndSetAcquire}. */
    public static boolean weakCompareAndSetAcquire(
            java.util.concurrent.atomic.AtomicIntegerArray array, int index, int expected, int value) {
        return array instanceof AtomicIntegerArray twin
                ? twin.replaceIf(index, expected, value)
                : array.weakCompareAndSetAcquire(index, expected, value);
    }

    /** {@link java.util.concurrent.atomic.AtomicIntegerArray#weakCompareAndSetRelease}. */
    public static boolean weakCompareAndSetRelease(
            java.util.concurrent.atomic.AtomicIntegerArray array, int index, int expected, int value) {
        return array instanceof AtomicIntegerArray twin
                ? twin.replaceIf(index, expected, value)
                : array.weakCompareAndSetRelease(index, expected, value);
    }

    /** {@link java.util.concurrent.atomic.AtomicIntegerArray#weakCompareAndSet}. */
    @SuppressWarnings("deprecation")
    public static boolean weakCompareAndSet(
            java.util.concurrent.atomic.AtomicIntegerArray array, int index, int expected, int value) {
        return array instanceof AtomicIntegerArray twin
                ? twin.replaceIf(index, expected, value)
                : array.weakCompareAndSet(index, expected, value);
    }

    /** {@link java.util.concurrent.atomic.AtomicIntegerArray#compareAndExchange}. */
    public static int compareAndExchange(
            java.util.concurrent.atomic.AtomicIntegerArray array, int index, int expected, int value) {
        return array instanceof AtomicIntegerArray twin
                ? twin.exchange(index, expected, value)
                : array.compareAndExchange(index, expected, value);
    }

    /** {@link java.util.concurrent.atomic.AtomicIntegerArray#compareAndExchangeAcquire}. */
    public static int compareAndExchangeAcquire(
            java.util.concurrent.atomic.AtomicIntegerArray array, int index, int expected, int value) {
        return array instanceof AtomicIntegerArray twin
                ? twin.exchange(index, expected, value)
                : array.compareAndExchangeAcquire(index, expected, value);
    }

    /** {@link java.util.concurrent.atomic.AtomicIntegerArray#compareAndExchangeRelease}. */
    public static int compareAndExchangeRelease(
            java.util.concurrent.atomic.AtomicIntegerArray array, int index, int expected, int value) {
        return array instanceof AtomicIntegerArray twin
                ? twin.exchange(index, expected, value)
                : array.compareAndExchangeRelease(index, expected, value);
    }

    /** {@link java.util.concurrent.atomic.AtomicIntegerArray#getAndUpdate}. */
    public static int getAndUpdate(
            java.util.concurrent.atomic.AtomicIntegerArray array, int index, IntUnaryOperator function) {
        if (!(array instanceof AtomicIntegerArray twin)) {
            return array.getAndUpdate(index, function);
        }
        while (true) {
            int before = twin.at(index);
            int after = function.applyAsInt(before);
            if (twin.replaceIf(index, before, after)) {
                return before;
            }
        }
    }

    /** {@link java.util.concurrent.atomic.AtomicIntegerArray#updateAndGet}. */
    public static int updateAndGet(
            java.util.concurrent.atomic.AtomicIntegerArray array, int index, IntUnaryOperator function) {
        if (!(array instanceof AtomicIntegerArray twin)) {
            return array.updateAndGet(index, function);
        }
        while (true) {
            int before = twin.at(index);
            int after = function.applyAsInt(before);
            if (twin.replaceIf(index, before, after)) {
                return after;
            }
        }
    }

    /** {@link java.util.concurrent.atomic.AtomicIntegerArray#getAndAccumulate}. */
    public static int getAndAccumulate(
            java.util.concurrent.atomic.AtomicIntegerArray array, int index, int value, IntBinaryOperator function) {
        if (!(array instanceof AtomicIntegerArray twin)) {
            return array.getAndAccumulate(index, value, function);
        }
        while (true) {
            int before = twin.at(index);
            int after = function.applyAsInt(before, value);
            if (twin.replaceIf(index, before, after)) {
                return before;
            }
        }
    }

    /** {@link java.util.concurrent.atomic.AtomicIntegerArray#accumulateAndGet}. */
    public static int accumulateAndGet(
            java.util.concurrent.atomic.AtomicIntegerArray array, int index, int value, IntBinaryOperator function) {
        if (!(array instanceof AtomicIntegerArray twin)) {
            return array.accumulateAndGet(index, value, function);
        }
        while (true) {
            int before = twin.at(index);
            int after = function.applyAsInt(before, value);
            if (twin.replaceIf(index, before, after)) {
                return after;
            }
        }
    }

    /** Serialisation writes the JDK's own array, for readers without JDSM. */
    private Object writeReplace() {
        int[] all = new int[elements.length];
        for (int i = 0; i < all.length; i++) {
            all[i] = at(i);
        }
        return new java.util.concurrent.atomic.AtomicIntegerArray(all);
    }
}
