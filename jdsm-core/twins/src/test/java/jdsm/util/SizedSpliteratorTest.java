package jdsm.util;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Spliterator;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The size is exact after each step. */
class SizedSpliteratorTest {
    private static final List<Integer> NUMBERS =
            IntStream.range(0, 5000).boxed().toList();

    static Stream<Collection<Integer>> collections() {
        TreeSet<Integer> sorted = new TreeSet<>(NUMBERS);
        return Stream.of(
                new jdsm.util.ArrayList<>(NUMBERS),
                new jdsm.util.ArrayList<>(NUMBERS).subList(10, 4000),
                new LinkedList<>(NUMBERS),
                new ArrayDeque<>(NUMBERS),
                new PriorityQueue<>(NUMBERS),
                new Vector<>(NUMBERS),
                new CopyOnWriteArrayList<>(NUMBERS),
                new HashSet<>(NUMBERS),
                new LinkedHashSet<>(NUMBERS),
                sorted,
                Made.listCopyOf(NUMBERS),
                Wrapped.synchronizedList(new jdsm.util.ArrayList<>(NUMBERS)));
    }

    @ParameterizedTest
    @MethodSource("collections")
    void eachElementComesOnceAndIsCounted(Collection<Integer> all) {
        SplittableRandom random = new SplittableRandom(5);
        List<Integer> found = new ArrayList<>();
        List<Spliterator<Integer>> parts = new ArrayList<>(List.of(PriorityQueue.spliterator(all)));
        while (!parts.isEmpty()) {
            Spliterator<Integer> part = parts.get(random.nextInt(parts.size()));
            long before = part.getExactSizeIfKnown();
            int step = random.nextInt(20);
            if (step == 0) {
                Spliterator<Integer> prefix = part.trySplit();
                if (prefix != null) {
                    parts.add(prefix);
                    assertThat(prefix.getExactSizeIfKnown() + part.getExactSizeIfKnown())
                            .isEqualTo(before);
                }
            } else if (step == 1 && random.nextInt(4) == 0) {
                int had = found.size();
                part.forEachRemaining(found::add);
                assertThat(found).hasSize(had + (int) before);
                assertThat(part.getExactSizeIfKnown()).isZero();
            } else if (part.tryAdvance(found::add)) {
                assertThat(part.getExactSizeIfKnown()).isEqualTo(before - 1);
            } else {
                assertThat(before).isZero();
                parts.remove(part);
            }
        }
        assertThat(found).hasSameSizeAs(all).containsExactlyInAnyOrderElementsOf(all);
    }

    @ParameterizedTest
    @MethodSource("collections")
    void whatIsBehindTheFirstBecomesAnArray(Collection<Integer> all) {
        Spliterator<Integer> elements = PriorityQueue.spliterator(all);
        elements.tryAdvance(first -> {});

        assertThat(StreamSupport.stream(elements, false).map(each -> -each).toArray())
                .hasSize(all.size() - 1);
        assertThat(StreamSupport.stream(PriorityQueue.spliterator(all), true)
                        .mapToLong(each -> each)
                        .sum())
                .isEqualTo(new ArrayList<>(all).stream().mapToLong(each -> each).sum());
    }

    @Test
    void theCollectionIsAskedAtTheFirstUse() {
        LinkedList<Integer> list = new LinkedList<>(List.of(1));
        Spliterator<Integer> elements = list.spliterator();
        list.add(2);

        assertThat(elements.estimateSize()).isEqualTo(2);
        assertThat(elements.hasCharacteristics(Spliterator.ORDERED | Spliterator.SIZED | Spliterator.SUBSIZED))
                .isTrue();
        assertThatThrownBy(elements::getComparator).isInstanceOf(IllegalStateException.class);
    }
}
