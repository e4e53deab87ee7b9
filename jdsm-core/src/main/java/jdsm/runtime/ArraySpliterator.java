package jdsm.runtime;

import java.util.Comparator;
import java.util.Objects;
import java.util.Spliterator;
import java.util.function.Consumer;
import java.util.function.DoubleConsumer;
import java.util.function.IntConsumer;
import java.util.function.LongConsumer;
import jdsm.check.Place;

/**
 * Traverses a range of an array and checks each element just before its access, because the action may synchronise. The
 * array may become shared during the traversal. Used by one thread at a time.
 */
abstract class ArraySpliterator<T> implements Spliterator<T> {
    /** The index of the next element. */
    int at;

    final int end;
    private final int characteristics;
    /** The source position that made the spliterator; null while no detector observes the program. */
    private final Place place = Observed.current();

    ArraySpliterator(int at, int end, int characteristics) {
        this.at = at;
        this.end = end;
        this.characteristics = characteristics;
    }

    final void accessed(Object array, int index) {
        Observed.accessed(place, array, index, false);
    }

    /** The index at which the second half begins, or -1 if at most one element is left. */
    final int half() {
        int middle = at + end >>> 1;
        return middle <= at ? -1 : middle;
    }

    @Override
    public final long estimateSize() {
        return end - at;
    }

    @Override
    public final int characteristics() {
        return characteristics;
    }

    @Override
    public final Comparator<? super T> getComparator() {
        if (hasCharacteristics(Spliterator.SORTED)) {
            return null;
        }
        throw new IllegalStateException("the elements are not sorted");
    }

    static final class OfObject extends ArraySpliterator<Object> {
        private final Object[] array;

        OfObject(Object[] array, int at, int end, int characteristics) {
            super(at, end, characteristics);
            this.array = array;
        }

        @Override
        public boolean tryAdvance(Consumer<? super Object> action) {
            Objects.requireNonNull(action);
            if (at >= end) {
                return false;
            }
            Checks.read(Checks.of(array), at);
            accessed(array, at);
            action.accept(array[at++]);
            return true;
        }

        @Override
        public void forEachRemaining(Consumer<? super Object> action) {
            Objects.requireNonNull(action);
            int i = at;
            for (at = end; i < end; i++) {
                Checks.read(Checks.of(array), i);
                accessed(array, i);
                action.accept(array[i]);
            }
        }

        @Override
        public OfObject trySplit() {
            int half = half();
            if (half < 0) {
                return null;
            }
            OfObject first = new OfObject(array, at, half, characteristics());
            at = half;
            return first;
        }
    }

    static final class OfInts extends ArraySpliterator<Integer> implements Spliterator.OfInt {
        private final int[] array;

        OfInts(int[] array, int at, int end, int characteristics) {
            super(at, end, characteristics);
            this.array = array;
        }

        @Override
        public boolean tryAdvance(IntConsumer action) {
            Objects.requireNonNull(action);
            if (at >= end) {
                return false;
            }
            Checks.read(Checks.of(array), at);
            accessed(array, at);
            action.accept(array[at++]);
            return true;
        }

        @Override
        public void forEachRemaining(IntConsumer action) {
            Objects.requireNonNull(action);
            int i = at;
            for (at = end; i < end; i++) {
                Checks.read(Checks.of(array), i);
                accessed(array, i);
                action.accept(array[i]);
            }
        }

        @Override
        public OfInts trySplit() {
            int half = half();
            if (half < 0) {
                return null;
            }
            OfInts first = new OfInts(array, at, half, characteristics());
            at = half;
            return first;
        }
    }

    static final class OfLongs extends ArraySpliterator<Long> implements Spliterator.OfLong {
        private final long[] array;

        OfLongs(long[] array, int at, int end, int characteristics) {
            super(at, end, characteristics);
            this.array = array;
        }

        @Override
        public boolean tryAdvance(LongConsumer action) {
            Objects.requireNonNull(action);
            if (at >= end) {
                return false;
            }
            Checks.read(Checks.of(array), at);
            accessed(array, at);
            action.accept(array[at++]);
            return true;
        }

        @Override
        public void forEachRemaining(LongConsumer action) {
            Objects.requireNonNull(action);
            int i = at;
            for (at = end; i < end; i++) {
                Checks.read(Checks.of(array), i);
                accessed(array, i);
                action.accept(array[i]);
            }
        }

        @Override
        public OfLongs trySplit() {
            int half = half();
            if (half < 0) {
                return null;
            }
            OfLongs first = new OfLongs(array, at, half, characteristics());
            at = half;
            return first;
        }
    }

    static final class OfDoubles extends ArraySpliterator<Double> implements Spliterator.OfDouble {
        private final double[] array;

        OfDoubles(double[] array, int at, int end, int characteristics) {
            super(at, end, characteristics);
            this.array = array;
        }

        @Override
        public boolean tryAdvance(DoubleConsumer action) {
            Objects.requireNonNull(action);
            if (at >= end) {
                return false;
            }
            Checks.read(Checks.of(array), at);
            accessed(array, at);
            action.accept(array[at++]);
            return true;
        }

        @Override
        public void forEachRemaining(DoubleConsumer action) {
            Objects.requireNonNull(action);
            int i = at;
            for (at = end; i < end; i++) {
                Checks.read(Checks.of(array), i);
                accessed(array, i);
                action.accept(array[i]);
            }
        }

        @Override
        public OfDoubles trySplit() {
            int half = half();
            if (half < 0) {
                return null;
            }
            OfDoubles first = new OfDoubles(array, at, half, characteristics());
            at = half;
            return first;
        }
    }
}
