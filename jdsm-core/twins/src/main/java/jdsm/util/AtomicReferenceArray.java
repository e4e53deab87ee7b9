package jdsm.util;

import java.util.function.BinaryOperator;
import java.util.function.UnaryOperator;
import jdsm.runtime.Values;

/**
 * The twin of {@link java.util.concurrent.atomic.AtomicReferenceArray}. The JDK's methods are final, so calls of
 * them become calls of the static methods here, which take any object of the JDK's class. An access is under the
 * monitor of its stripe of the elements.
 */
public class AtomicReferenceArray<E> extends java.util.concurrent.atomic.AtomicReferenceArray<E> {
    private static final long serialVersionUID = 1L;

    @SuppressWarnings("serial") // writeReplace writes another array
    private final Object[] elements;

    @SuppressWarnings("serial")
    private final Stripes stripes;

    /** As {@link java.util.concurrent.atomic.AtomicReferenceArray#AtomicReferenceArray(int)}. */
    public AtomicReferenceArray(int length) {
        super(0);
        elements = new Object[length];
        stripes = new Stripes(length);
    }

    /** As {@link java.util.concurrent.atomic.AtomicReferenceArray#AtomicReferenceArray(Object[])}. */
    public AtomicReferenceArray(E[] given) {
        this(given.length);
        System.arraycopy(given, 0, elements, 0, given.length);
    }

    private E at(int index) {
        synchronized (stripes.of(index)) {
            return cast(elements[index]);
        }
    }

    private void put(int index, E value) {
        synchronized (stripes.of(index)) {
            elements[index] = value;
        }
    }

    private E replace(int index, E value) {
        synchronized (stripes.of(index)) {
            E before = cast(elements[index]);
            elements[index] = value;
            return before;
        }
    }

    /** Sets an element if it is the expected one. Returns {@code expected} if it was, else the element. */
    private E exchange(int index, E expected, E value) {
        synchronized (stripes.of(index)) {
            E before = cast(elements[index]);
            if (!Values.areSame(before, expected)) {
                return before;
            }
            elements[index] = value;
            return expected;
        }
    }

    private boolean replaceIf(int index, E expected, E value) {
        return exchange(index, expected, value) == expected;
    }

    @SuppressWarnings("unchecked")
    private static <E> E cast(Object element) {
        return (E) element;
    }

    @Override
    public String toString() {
        java.lang.StringBuilder all = new java.lang.StringBuilder("[");
        for (int i = 0; i < elements.length; i++) {
            all.append(i == 0 ? "" : ", ").append(at(i));
        }
        return all.append(']').toString();
    }

    /** {@link java.util.concurrent.atomic.AtomicReferenceArray#length}. */
    public static <E> int length(java.util.concurrent.atomic.AtomicReferenceArray<E> array) {
        return array instanceof AtomicReferenceArray<E> twin ? twin.elements.length : array.length();
    }

    /** {@link java.util.concurrent.atomic.AtomicReferenceArray#get}. */
    public static <E> E get(java.util.concurrent.atomic.AtomicReferenceArray<E> array, int index) {
        return array instanceof AtomicReferenceArray<E> twin ? twin.at(index) : array.get(index);
    }

    /** {@link java.util.concurrent.atomic.AtomicReferenceArray#getPlain}. */
    public static <E> E getPlain(java.util.concurrent.atomic.AtomicReferenceArray<E> array, int index) {
        return array instanceof AtomicReferenceArray<E> twin ? twin.at(index) : array.getPlain(index);
    }

    /** {@link java.util.concurrent.atomic.AtomicReferenceArray#getOpaque}. */
    public static <E> E getOpaque(java.util.concurrent.atomic.AtomicReferenceArray<E> array, int index) {
        return array instanceof AtomicReferenceArray<E> twin ? twin.at(index) : array.getOpaque(index);
    }

    /** {@link java.util.concurrent.atomic.AtomicReferenceArray#getAcquire}. */
    public static <E> E getAcquire(java.util.concurrent.atomic.AtomicReferenceArray<E> array, int index) {
        return array instanceof AtomicReferenceArray<E> twin ? twin.at(index) : array.getAcquire(index);
    }

    /** {@link java.util.concurrent.atomic.AtomicReferenceArray#set}. */
    public static <E> void set(java.util.concurrent.atomic.AtomicReferenceArray<E> array, int index, E value) {
        if (array instanceof AtomicReferenceArray<E> twin) {
            twin.put(index, value);
        } else {
            array.set(index, value);
        }
    }

    /** {@link java.util.concurrent.atomic.AtomicReferenceArray#lazySet}. */
    public static <E> void lazySet(java.util.concurrent.atomic.AtomicReferenceArray<E> array, int index, E value) {
        if (array instanceof AtomicReferenceArray<E> twin) {
            twin.put(index, value);
        } else {
            array.lazySet(index, value);
        }
    }

    /** {@link java.util.concurrent.atomic.AtomicReferenceArray#setPlain}. */
    public static <E> void setPlain(java.util.concurrent.atomic.AtomicReferenceArray<E> array, int index, E value) {
        if (array instanceof AtomicReferenceArray<E> twin) {
            twin.put(index, value);
        } else {
            array.setPlain(index, value);
        }
    }

    /** {@link java.util.concurrent.atomic.AtomicReferenceArray#setOpaque}. */
    public static <E> void setOpaque(java.util.concurrent.atomic.AtomicReferenceArray<E> array, int index, E value) {
        if (array instanceof AtomicReferenceArray<E> twin) {
            twin.put(index, value);
        } else {
            array.setOpaque(index, value);
        }
    }

    /** {@link java.util.concurrent.atomic.AtomicReferenceArray#setRelease}. */
    public static <E> void setRelease(java.util.concurrent.atomic.AtomicReferenceArray<E> array, int index, E value) {
        if (array instanceof AtomicReferenceArray<E> twin) {
            twin.put(index, value);
        } else {
            array.setRelease(index, value);
        }
    }

    /** {@link java.util.concurrent.atomic.AtomicReferenceArray#getAndSet}. */
    public static <E> E getAndSet(java.util.concurrent.atomic.AtomicReferenceArray<E> array, int index, E value) {
        return array instanceof AtomicReferenceArray<E> twin
                ? twin.replace(index, value)
                : array.getAndSet(index, value);
    }

    /** {@link java.util.concurrent.atomic.AtomicReferenceArray#compareAndSet}. */
    public static <E> boolean compareAndSet(
            java.util.concurrent.atomic.AtomicReferenceArray<E> array, int index, E expected, E value) {
        return array instanceof AtomicReferenceArray<E> twin
                ? twin.replaceIf(index, expected, value)
                : array.compareAndSet(index, expected, value);
    }

    /** {@link java.util.concurrent.atomic.AtomicReferenceArray#weakCompareAndSetPlain}. */
    public static <E> boolean weakCompareAndSetPlain(
            java.util.concurrent.atomic.AtomicReferenceArray<E> array, int index, E expected, E value) {
        return array instanceof AtomicReferenceArray<E> twin
                ? twin.replaceIf(index, expected, value)
                : array.weakCompareAndSetPlain(index, expected, value);
    }

    /** {@link java.util.concurrent.atomic.AtomicReferenceArray#weakCompareAndSetVolatile}. */
    public static <E> boolean weakCompareAndSetVolatile(
            java.util.concurrent.atomic.AtomicReferenceArray<E> array, int index, E expected, E value) {
        return array instanceof AtomicReferenceArray<E> twin
                ? twin.replaceIf(index, expected, value)
                : array.weakCompareAndSetVolatile(index, expected, value);
    }

    /** {@link java.util.concurrent.atomic.AtomicReferenceArray#weakCompareAndSetAcquire}. */
    public static <E> boolean weakCompareAndSetAcquire(
            java.util.concurrent.atomic.AtomicReferenceArray<E> array, int index, E expected, E value) {
        return array instanceof AtomicReferenceArray<E> twin
                ? twin.replaceIf(index, expected, value)
                : array.weakCompareAndSetAcquire(index, expected, value);
    }

    /** {@link java.util.concurrent.atomic.AtomicReferenceArray#weakCompareAndSetRelease}. */
    public static <E> boolean weakCompareAndSetRelease(
            java.util.concurrent.atomic.AtomicReferenceArray<E> array, int index, E expected, E value) {
        return array instanceof AtomicReferenceArray<E> twin
                ? twin.replaceIf(index, expected, value)
                : array.weakCompareAndSetRelease(index, expected, value);
    }

    /** {@link java.util.concurrent.atomic.AtomicReferenceArray#weakCompareAndSet}. */
    @SuppressWarnings("deprecation")
    public static <E> boolean weakCompareAndSet(
            java.util.concurrent.atomic.AtomicReferenceArray<E> array, int index, E expected, E value) {
        return array instanceof AtomicReferenceArray<E> twin
                ? twin.replaceIf(index, expected, value)
                : array.weakCompareAndSet(index, expected, value);
    }

    /** {@link java.util.concurrent.atomic.AtomicReferenceArray#compareAndExchange}. */
    public static <E> E compareAndExchange(
            java.util.concurrent.atomic.AtomicReferenceArray<E> array, int index, E expected, E value) {
        return array instanceof AtomicReferenceArray<E> twin
                ? twin.exchange(index, expected, value)
                : array.compareAndExchange(index, expected, value);
    }

    /** {@link java.util.concurrent.atomic.AtomicReferenceArray#compareAndExchangeAcquire}. */
    public static <E> E compareAndExchangeAcquire(
            java.util.concurrent.atomic.AtomicReferenceArray<E> array, int index, E expected, E value) {
        return array instanceof AtomicReferenceArray<E> twin
                ? twin.exchange(index, expected, value)
                : array.compareAndExchangeAcquire(index, expected, value);
    }

    /** {@link java.util.concurrent.atomic.AtomicReferenceArray#compareAndExchangeRelease}. */
    public static <E> E compareAndExchangeRelease(
            java.util.concurrent.atomic.AtomicReferenceArray<E> array, int index, E expected, E value) {
        return array instanceof AtomicReferenceArray<E> twin
                ? twin.exchange(index, expected, value)
                : array.compareAndExchangeRelease(index, expected, value);
    }

    /** {@link java.util.concurrent.atomic.AtomicReferenceArray#getAndUpdate}. */
    public static <E> E getAndUpdate(
            java.util.concurrent.atomic.AtomicReferenceArray<E> array, int index, UnaryOperator<E> function) {
        if (!(array instanceof AtomicReferenceArray<E> twin)) {
            return array.getAndUpdate(index, function);
        }
        while (true) {
            E before = twin.at(index);
            E after = function.apply(before);
            if (twin.replaceIf(index, before, after)) {
                return before;
            }
        }
    }

    /** {@link java.util.concurrent.atomic.AtomicReferenceArray#updateAndGet}. */
    public static <E> E updateAndGet(
            java.util.concurrent.atomic.AtomicReferenceArray<E> array, int index, UnaryOperator<E> function) {
        if (!(array instanceof AtomicReferenceArray<E> twin)) {
            return array.updateAndGet(index, function);
        }
        while (true) {
            E before = twin.at(index);
            E after = function.apply(before);
            if (twin.replaceIf(index, before, after)) {
                return after;
            }
        }
    }

    /** {@link java.util.concurrent.atomic.AtomicReferenceArray#getAndAccumulate}. */
    public static <E> E getAndAccumulate(
            java.util.concurrent.atomic.AtomicReferenceArray<E> array, int index, E value, BinaryOperator<E> function) {
        if (!(array instanceof AtomicReferenceArray<E> twin)) {
            return array.getAndAccumulate(index, value, function);
        }
        while (true) {
            E before = twin.at(index);
            E after = function.apply(before, value);
            if (twin.replaceIf(index, before, after)) {
                return before;
            }
        }
    }

    /** {@link java.util.concurrent.atomic.AtomicReferenceArray#accumulateAndGet}. */
    public static <E> E accumulateAndGet(
            java.util.concurrent.atomic.AtomicReferenceArray<E> array, int index, E value, BinaryOperator<E> function) {
        if (!(array instanceof AtomicReferenceArray<E> twin)) {
            return array.accumulateAndGet(index, value, function);
        }
        while (true) {
            E before = twin.at(index);
            E after = function.apply(before, value);
            if (twin.replaceIf(index, before, after)) {
                return after;
            }
        }
    }

    /** Serialisation writes the JDK's own array, for readers without JDSM. */
    @SuppressWarnings("unchecked")
    private Object writeReplace() {
        Object[] all = new Object[elements.length];
        for (int i = 0; i < all.length; i++) {
            all[i] = at(i);
        }
        return new java.util.concurrent.atomic.AtomicReferenceArray<>((E[]) all);
    }
}
