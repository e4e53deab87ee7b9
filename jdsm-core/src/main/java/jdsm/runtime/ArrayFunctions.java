package jdsm.runtime;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Objects;
import java.util.function.IntFunction;
import java.util.function.IntToDoubleFunction;
import java.util.function.IntToLongFunction;
import java.util.function.IntUnaryOperator;
import jdsm.check.Place;

/**
 * Replaces methods of {@link Arrays} that call the program between two accesses to an array, such as {@code setAll}.
 * Each access is checked after the callback, in which the program may have synchronised. Names and parameters are those
 * of {@link Arrays}. Thread-safe; a method blocks while it fetches a copy.
 */
public final class ArrayFunctions {
    private ArrayFunctions() {}

    /** As {@link Arrays#setAll(Object[], IntFunction)}. */
    public static void setAll(Object[] array, IntFunction<?> generator) {
        Objects.requireNonNull(generator);
        Place place = Observed.current();
        for (int i = 0; i < array.length; i++) {
            Object value = generator.apply(i);
            Checks.write(Checks.of(array), i);
            Observed.accessed(place, array, i, true);
            array[i] = value;
        }
    }

    /** As {@link Arrays#parallelSetAll(Object[], IntFunction)}, but sequential. */
    public static void parallelSetAll(Object[] array, IntFunction<?> generator) {
        setAll(array, generator);
    }

    /** As {@link Arrays#setAll(int[], IntUnaryOperator)}. */
    public static void setAll(int[] array, IntUnaryOperator generator) {
        Objects.requireNonNull(generator);
        Place place = Observed.current();
        for (int i = 0; i < array.length; i++) {
            int value = generator.applyAsInt(i);
            Checks.write(Checks.of(array), i);
            Observed.accessed(place, array, i, true);
            array[i] = value;
        }
    }

    /** As {@link Arrays#parallelSetAll(int[], IntUnaryOperator)}, but sequential. */
    public static void parallelSetAll(int[] array, IntUnaryOperator generator) {
        setAll(array, generator);
    }

    /** As {@link Arrays#setAll(long[], IntToLongFunction)}. */
    public static void setAll(long[] array, IntToLongFunction generator) {
        Objects.requireNonNull(generator);
        Place place = Observed.current();
        for (int i = 0; i < array.length; i++) {
            long value = generator.applyAsLong(i);
            Checks.write(Checks.of(array), i);
            Observed.accessed(place, array, i, true);
            array[i] = value;
        }
    }

    /** As {@link Arrays#parallelSetAll(long[], IntToLongFunction)}, but sequential. */
    public static void parallelSetAll(long[] array, IntToLongFunction generator) {
        setAll(array, generator);
    }

    /** As {@link Arrays#setAll(double[], IntToDoubleFunction)}. */
    public static void setAll(double[] array, IntToDoubleFunction generator) {
        Objects.requireNonNull(generator);
        Place place = Observed.current();
        for (int i = 0; i < array.length; i++) {
            double value = generator.applyAsDouble(i);
            Checks.write(Checks.of(array), i);
            Observed.accessed(place, array, i, true);
            array[i] = value;
        }
    }

    /** As {@link Arrays#parallelSetAll(double[], IntToDoubleFunction)}, but sequential. */
    public static void parallelSetAll(double[] array, IntToDoubleFunction generator) {
        setAll(array, generator);
    }

    /** As {@link Arrays#binarySearch(Object[], Object)}. */
    public static int binarySearch(Object[] array, Object key) {
        return search(array, 0, array.length, key, null);
    }

    /** As {@link Arrays#binarySearch(Object[], int, int, Object)}. */
    public static int binarySearch(Object[] array, int from, int to, Object key) {
        requireRange(array.length, from, to);
        return search(array, from, to, key, null);
    }

    /** As {@link Arrays#binarySearch(Object[], Object, Comparator)}. */
    public static int binarySearch(Object[] array, Object key, Comparator<Object> order) {
        return search(array, 0, array.length, key, order);
    }

    /** As {@link Arrays#binarySearch(Object[], int, int, Object, Comparator)}. */
    public static int binarySearch(Object[] array, int from, int to, Object key, Comparator<Object> order) {
        requireRange(array.length, from, to);
        return search(array, from, to, key, order);
    }

    @SuppressWarnings("unchecked") // elements that are not Comparable throw, as in Arrays
    private static int search(Object[] array, int from, int to, Object key, Comparator<Object> order) {
        int low = from;
        int high = to - 1;
        Place place = Observed.current();
        while (low <= high) {
            int middle = low + high >>> 1;
            Checks.read(Checks.of(array), middle);
            Observed.accessed(place, array, middle, false);
            Object at = array[middle];
            int compared = order == null ? ((Comparable<Object>) at).compareTo(key) : order.compare(at, key);
            if (compared == 0) {
                return middle;
            }
            if (compared < 0) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return -(low + 1);
    }

    private static void requireRange(int length, int from, int to) {
        if (from > to) {
            throw new IllegalArgumentException("from " + from + " to " + to);
        }
        if (from < 0 || to > length) {
            throw new ArrayIndexOutOfBoundsException(from < 0 ? from : to);
        }
    }
}
