package jdsm.runtime;

import java.util.Arrays;
import java.util.Spliterator;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * Replaces methods of the JDK whose result keeps using an array, such as the streams. The
 * results here check each access, because a synchronisation may lie between two accesses, and the array may become
 * shared after the result was made. Names and parameters are those of {@link Arrays}, {@link java.util.Spliterators}
 * and the streams. Thread-safe. No method here blocks; the use of a result blocks while it fetches a copy.
 */
public final class ArrayViews {
    private static final int FIXED = Spliterator.SIZED | Spliterator.SUBSIZED;
    private static final int ORDINARY = FIXED | Spliterator.ORDERED | Spliterator.IMMUTABLE;

    private ArrayViews() {}

    /** As {@link Arrays#stream(Object[])}. */
    public static Stream<Object> stream(Object[] array) {
        return StreamSupport.stream(spliterator(array), false);
    }

    /** As {@link Arrays#stream(Object[], int, int)}. */
    public static Stream<Object> stream(Object[] array, int from, int to) {
        return StreamSupport.stream(spliterator(array, from, to), false);
    }

    /** As {@link Arrays#stream(int[])}. */
    public static IntStream stream(int[] array) {
        return StreamSupport.intStream(spliterator(array), false);
    }

    /** As {@link Arrays#stream(int[], int, int)}. */
    public static IntStream stream(int[] array, int from, int to) {
        return StreamSupport.intStream(spliterator(array, from, to), false);
    }

    /** As {@link Arrays#stream(long[])}. */
    public static LongStream stream(long[] array) {
        return StreamSupport.longStream(spliterator(array), false);
    }

    /** As {@link Arrays#stream(long[], int, int)}. */
    public static LongStream stream(long[] array, int from, int to) {
        return StreamSupport.longStream(spliterator(array, from, to), false);
    }

    /** As {@link Arrays#stream(double[])}. */
    public static DoubleStream stream(double[] array) {
        return StreamSupport.doubleStream(spliterator(array), false);
    }

    /** As {@link Arrays#stream(double[], int, int)}. */
    public static DoubleStream stream(double[] array, int from, int to) {
        return StreamSupport.doubleStream(spliterator(array, from, to), false);
    }

    /** As {@link Stream#of(Object[])}. */
    public static Stream<Object> of(Object[] array) {
        return stream(array);
    }

    /** As {@link IntStream#of(int[])}. */
    public static IntStream of(int[] array) {
        return stream(array);
    }

    /** As {@link LongStream#of(long[])}. */
    public static LongStream of(long[] array) {
        return stream(array);
    }

    /** As {@link DoubleStream#of(double[])}. */
    public static DoubleStream of(double[] array) {
        return stream(array);
    }

    // Methods of Arrays.

    /** As {@link Arrays#spliterator(Object[])}. */
    public static Spliterator<Object> spliterator(Object[] array) {
        return new ArraySpliterator.OfObject(array, 0, array.length, ORDINARY);
    }

    /** As {@link Arrays#spliterator(Object[], int, int)}. */
    public static Spliterator<Object> spliterator(Object[] array, int from, int to) {
        requireRange(array.length, from, to);
        return new ArraySpliterator.OfObject(array, from, to, ORDINARY);
    }

    /** As {@link Arrays#spliterator(int[])}. */
    public static Spliterator.OfInt spliterator(int[] array) {
        return new ArraySpliterator.OfInts(array, 0, array.length, ORDINARY);
    }

    /** As {@link Arrays#spliterator(int[], int, int)}. */
    public static Spliterator.OfInt spliterator(int[] array, int from, int to) {
        requireRange(array.length, from, to);
        return new ArraySpliterator.OfInts(array, from, to, ORDINARY);
    }

    /** As {@link Arrays#spliterator(long[])}. */
    public static Spliterator.OfLong spliterator(long[] array) {
        return new ArraySpliterator.OfLongs(array, 0, array.length, ORDINARY);
    }

    /** As {@link Arrays#spliterator(long[], int, int)}. */
    public static Spliterator.OfLong spliterator(long[] array, int from, int to) {
        requireRange(array.length, from, to);
        return new ArraySpliterator.OfLongs(array, from, to, ORDINARY);
    }

    /** As {@link Arrays#spliterator(double[])}. */
    public static Spliterator.OfDouble spliterator(double[] array) {
        return new ArraySpliterator.OfDoubles(array, 0, array.length, ORDINARY);
    }

    /** As {@link Arrays#spliterator(double[], int, int)}. */
    public static Spliterator.OfDouble spliterator(double[] array, int from, int to) {
        requireRange(array.length, from, to);
        return new ArraySpliterator.OfDoubles(array, from, to, ORDINARY);
    }

    // Methods of Spliterators.

    /** As {@link java.util.Spliterators#spliterator(Object[], int)}. */
    public static Spliterator<Object> spliterator(Object[] array, int characteristics) {
        return new ArraySpliterator.OfObject(array, 0, array.length, characteristics | FIXED);
    }

    /** As {@link java.util.Spliterators#spliterator(Object[], int, int, int)}. */
    public static Spliterator<Object> spliterator(Object[] array, int from, int to, int characteristics) {
        requireRange(array.length, from, to);
        return new ArraySpliterator.OfObject(array, from, to, characteristics | FIXED);
    }

    /** As {@link java.util.Spliterators#spliterator(int[], int)}. */
    public static Spliterator.OfInt spliterator(int[] array, int characteristics) {
        return new ArraySpliterator.OfInts(array, 0, array.length, characteristics | FIXED);
    }

    /** As {@link java.util.Spliterators#spliterator(int[], int, int, int)}. */
    public static Spliterator.OfInt spliterator(int[] array, int from, int to, int characteristics) {
        requireRange(array.length, from, to);
        return new ArraySpliterator.OfInts(array, from, to, characteristics | FIXED);
    }

    /** As {@link java.util.Spliterators#spliterator(long[], int)}. */
    public static Spliterator.OfLong spliterator(long[] array, int characteristics) {
        return new ArraySpliterator.OfLongs(array, 0, array.length, characteristics | FIXED);
    }

    /** As {@link java.util.Spliterators#spliterator(long[], int, int, int)}. */
    public static Spliterator.OfLong spliterator(long[] array, int from, int to, int characteristics) {
        requireRange(array.length, from, to);
        return new ArraySpliterator.OfLongs(array, from, to, characteristics | FIXED);
    }

    /** As {@link java.util.Spliterators#spliterator(double[], int)}. */
    public static Spliterator.OfDouble spliterator(double[] array, int characteristics) {
        return new ArraySpliterator.OfDoubles(array, 0, array.length, characteristics | FIXED);
    }

    /** As {@link java.util.Spliterators#spliterator(double[], int, int, int)}. */
    public static Spliterator.OfDouble spliterator(double[] array, int from, int to, int characteristics) {
        requireRange(array.length, from, to);
        return new ArraySpliterator.OfDoubles(array, from, to, characteristics | FIXED);
    }

    private static void requireRange(int length, int from, int to) {
        if (from > to || from < 0 || to > length) {
            throw new ArrayIndexOutOfBoundsException(
                    "from " + from + " to " + to + " is not within an array of " + length);
        }
    }
}
