package jdsm.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Views of arrays and functions on them do what those of the JDK do. */
@Timeout(30)
class ArrayViewsTest {
    private final Random random = new Random(4711);
    private final int[] ints = random.ints(100, 0, 50).toArray();
    private final long[] longs = random.longs(100, 0, 50).toArray();
    private final double[] doubles = random.doubles(100).toArray();
    private final Object[] objects = random.ints(100, 0, 50).boxed().toArray();

    @Test
    void streamsOfAllAndOfParts() {
        assertThat(ArrayViews.stream(ints).toArray()).isEqualTo(ints);
        assertThat(ArrayViews.of(longs).toArray()).isEqualTo(longs);
        assertThat(ArrayViews.stream(doubles).toArray()).isEqualTo(doubles);
        assertThat(ArrayViews.of(objects).toArray()).isEqualTo(objects);
        assertThat(ArrayViews.stream(ints, 3, 50).parallel().map(i -> i * 2).toArray())
                .isEqualTo(Arrays.stream(ints, 3, 50).map(i -> i * 2).toArray());
        assertThat(ArrayViews.stream(longs, 3, 50).parallel().sum())
                .isEqualTo(Arrays.stream(longs, 3, 50).sum());
        assertThat(ArrayViews.stream(doubles, 3, 50).parallel().max())
                .isEqualTo(Arrays.stream(doubles, 3, 50).max());
        assertThat(ArrayViews.stream(objects, 3, 50).parallel().toArray())
                .isEqualTo(Arrays.stream(objects, 3, 50).toArray());
        assertThat(ArrayViews.stream(ints).limit(5).skip(2).boxed().toList())
                .isEqualTo(Arrays.stream(ints).limit(5).skip(2).boxed().toList());
        assertThat(ArrayViews.stream(new int[0]).count()).isZero();
    }

    @Test
    void spliteratorsSplitAndTraverse() {
        traverse(ArrayViews.spliterator(objects), Arrays.spliterator(objects));
        traverse(ArrayViews.spliterator(objects, 7, 9), Arrays.spliterator(objects, 7, 9));
        traverse(ArrayViews.spliterator(ints), Arrays.spliterator(ints));
        traverse(ArrayViews.spliterator(longs, 1, 100), Arrays.spliterator(longs, 1, 100));
        traverse(ArrayViews.spliterator(doubles, 0, 0), Arrays.spliterator(doubles, 0, 0));
        traverse(
                ArrayViews.spliterator(ints, Spliterator.DISTINCT),
                Spliterators.spliterator(ints, Spliterator.DISTINCT));
        traverse(
                ArrayViews.spliterator(doubles, 2, 8, Spliterator.SORTED),
                Spliterators.spliterator(doubles, 2, 8, Spliterator.SORTED));
    }

    private static <T> void traverse(Spliterator<T> own, Spliterator<T> jdks) {
        assertThat(own.characteristics()).isEqualTo(jdks.characteristics());
        assertThat(own.estimateSize()).isEqualTo(jdks.estimateSize());
        assertThat(own.getExactSizeIfKnown()).isEqualTo(jdks.getExactSizeIfKnown());
        if (own.hasCharacteristics(Spliterator.SORTED)) {
            assertThat(own.getComparator()).isNull();
        } else {
            assertThatThrownBy(own::getComparator).isInstanceOf(IllegalStateException.class);
        }
        List<Object> first = new ArrayList<>();
        List<Object> second = new ArrayList<>();
        Spliterator<T> ownHalf = own.trySplit();
        Spliterator<T> jdksHalf = jdks.trySplit();
        assertThat(ownHalf == null).isEqualTo(jdksHalf == null);
        if (ownHalf != null) {
            ownHalf.forEachRemaining(first::add);
            jdksHalf.forEachRemaining(second::add);
            assertThat(ownHalf.tryAdvance(first::add)).isFalse();
        }
        assertThat(own.tryAdvance(first::add)).isEqualTo(jdks.tryAdvance(second::add));
        own.forEachRemaining(first::add);
        jdks.forEachRemaining(second::add);
        assertThat(first).isEqualTo(second);
        assertThat(own.tryAdvance(first::add)).isFalse();
    }

    @Test
    void badRangesThrow() {
        assertThatThrownBy(() -> ArrayViews.stream(ints, 5, 4)).isInstanceOf(ArrayIndexOutOfBoundsException.class);
        assertThatThrownBy(() -> ArrayViews.spliterator(objects, -1, 4))
                .isInstanceOf(ArrayIndexOutOfBoundsException.class);
        assertThatThrownBy(() -> ArrayViews.stream(longs, 0, 101)).isInstanceOf(ArrayIndexOutOfBoundsException.class);
        assertThatThrownBy(() -> ArrayViews.spliterator(ints).forEachRemaining((java.util.function.IntConsumer) null))
                .isInstanceOf(NullPointerException.class);
    }

    @Test
    void generatorsFill() {
        int[] own = new int[5];
        int[] jdks = new int[5];
        ArrayFunctions.setAll(own, i -> i == 0 ? 1 : own[i - 1] * 3);
        Arrays.setAll(jdks, i -> i == 0 ? 1 : jdks[i - 1] * 3);
        assertThat(own).isEqualTo(jdks);
        long[] wide = new long[3];
        ArrayFunctions.parallelSetAll(wide, i -> i * 10L);
        assertThat(wide).containsExactly(0, 10, 20);
        double[] real = new double[3];
        ArrayFunctions.setAll(real, i -> i / 2.0);
        assertThat(real).containsExactly(0, 0.5, 1);
        Object[] text = new String[2];
        ArrayFunctions.setAll(text, i -> "t" + i);
        assertThat(text).containsExactly("t0", "t1");
        assertThatThrownBy(() -> ArrayFunctions.setAll(text, i -> i)).isInstanceOf(ArrayStoreException.class);
        assertThatThrownBy(() -> ArrayFunctions.setAll(new int[0], null)).isInstanceOf(NullPointerException.class);
    }

    @Test
    void searchesFindWhatTheJdkFinds() {
        Object[] sorted = objects.clone();
        Arrays.sort(sorted);
        for (int key = -1; key < 51; key++) {
            assertThat(ArrayFunctions.binarySearch(sorted, key)).isEqualTo(Arrays.binarySearch(sorted, key));
            assertThat(ArrayFunctions.binarySearch(sorted, 10, 90, key))
                    .isEqualTo(Arrays.binarySearch(sorted, 10, 90, key));
        }
        assertThat(ArrayFunctions.binarySearch(sorted, 7, (a, b) -> (int) a - (int) b))
                .isEqualTo(Arrays.binarySearch(sorted, 7, (a, b) -> (int) a - (int) b));
        assertThatThrownBy(() -> ArrayFunctions.binarySearch(sorted, 9, 8, 1))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> ArrayFunctions.binarySearch(sorted, 0, 101, 1))
                .isInstanceOf(ArrayIndexOutOfBoundsException.class);
        assertThatThrownBy(() -> ArrayFunctions.binarySearch(new Object[] {1}, "text"))
                .isInstanceOf(ClassCastException.class);
    }

    @Test
    void anOddStreamIsAsTheJdks() {
        assertThat(StreamSupport.stream(ArrayViews.spliterator(objects), true)
                        .sorted()
                        .toList())
                .isEqualTo(Arrays.stream(objects).sorted().toList());
    }
}
