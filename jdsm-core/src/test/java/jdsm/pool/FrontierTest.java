package jdsm.pool;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import jdsm.config.FetchOrder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** In each case unit n refers to units 2n and 2n + 1, up to 31. */
class FrontierTest {
    private static void refer(Frontier frontier, int unit) {
        if (unit < 16) {
            frontier.add(new int[] {2 * unit, 2 * unit + 1, -1}, 2);
        }
    }

    private static List<Integer> take(Frontier frontier, int most) {
        List<Integer> taken = new ArrayList<>();
        while (!frontier.isEmpty() && taken.size() < most) {
            int first = frontier.first();
            taken.add(frontier.removeFirst());
            assertThat(taken).last().as("what was said to be the first").isEqualTo(first);
            refer(frontier, first);
        }
        return taken;
    }

    private static List<Integer> taken(FetchOrder order, boolean likesBreadth, int most) {
        Frontier frontier = new Frontier(order);
        frontier.request(1, likesBreadth);
        refer(frontier, 1);
        return take(frontier, most);
    }

    @ParameterizedTest
    @CsvSource({
        "LEARNT, false, 2 4 8 16 17 9 18 19 5",
        "LEARNT, true, 2 3 4 5 6 7 8 9 10",
        "DEPTH, true, 2 4 8 16 17 9 18 19 5",
        "FREQREAD, true, 2 4 8 16 17 9 18 19 5",
        "BREADTH, false, 2 3 4 5 6 7 8 9 10",
        "HIERARCHICAL, true, 2 3 4 5 6 7 8 16 17 9 18 19 10"
    })
    void followsInTheOrderOfTheJob(FetchOrder order, boolean likesBreadth, String units) {
        List<Integer> expected =
                List.of(units.split(" ")).stream().map(Integer::valueOf).toList();

        assertThat(taken(order, likesBreadth, expected.size())).isEqualTo(expected);
        assertThat(taken(order, likesBreadth, 100)).hasSize(30).doesNotHaveDuplicates();
    }

    @Test
    void whatWaitsGoesOnBehindTheRequestedUnit() {
        Frontier frontier = new Frontier(FetchOrder.HIERARCHICAL);
        frontier.request(1, false);
        refer(frontier, 1);
        assertThat(take(frontier, 4)).containsExactly(2, 3, 4, 5);

        frontier.request(6, false);
        refer(frontier, 6);

        assertThat(take(frontier, 9)).containsExactly(12, 13, 24, 25, 26, 27, 7, 14, 15);
        assertThat(take(frontier, 5)).containsExactly(28, 29, 30, 31, 8);
    }

    @ParameterizedTest
    @CsvSource({"HIERARCHICAL", "DEPTH", "BREADTH"})
    void nothingWaitsBehindAUnitThatWasNotAmongIt(FetchOrder order) {
        Frontier frontier = new Frontier(order);
        frontier.request(1, false);
        refer(frontier, 1);
        take(frontier, 8);

        frontier.request(99, false);

        assertThat(frontier.isEmpty()).isTrue();
    }
}
