package jdsm.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProgressTest {
    private static final long SECOND = 1_000_000_000;

    private final List<String> out = new ArrayList<>();
    private final ProgressLines lines = new ProgressLines(2, 2, out::add);

    @Test
    void aLineASecondAtMostAndTheLastOne() {
        lines.add(0, 0, 100, 2, 5);
        lines.add(1, 0, 100, 2, 6);
        lines.add(0, 30, 100, 2, SECOND / 2);
        assertThat(out).isEmpty();
        lines.add(1, 10, 100, 2, 2 * SECOND + 5);
        assertThat(out).containsExactly("20 % done, about 8 s left");
        lines.add(1, 40, 100, 2, 2 * SECOND + 6);
        lines.add(0, 100, 100, 2, 3 * SECOND);
        assertThat(out).hasSize(1);
        lines.add(1, 60, 100, 2, 4 * SECOND + 5);
        assertThat(out).hasSize(2).last().isEqualTo("80 % done, about 1 s left");
        lines.add(1, 100, 100, 2, 4 * SECOND + 6);
        assertThat(out).hasSize(3).last().isEqualTo("100 % done");
        lines.add(1, 100, 100, 2, 9 * SECOND);
        assertThat(out).hasSize(3);
    }

    @Test
    void aShortJobShowsNothing() {
        lines.add(0, 100, 100, 2, 0);
        lines.add(1, 100, 100, 2, SECOND / 2);
        assertThat(out).isEmpty();
    }

    @Test
    void allIsNotDoneBeforeAllWorkersHaveSaidSo() {
        lines.add(0, 100, 100, 2, 0);
        lines.add(1, 50, 50, 1, 200 * SECOND);
        assertThat(out).containsExactly("99 % done, about 0 s left");
        lines.add(1, 100, 100, 2, 200 * SECOND + 1);
        assertThat(out).last().isEqualTo("100 % done");
    }

    @Test
    void anotherPhaseBeginsAnew() {
        lines.add(0, 0, 100, 2, 0);
        lines.add(0, 50, 100, 2, 2 * SECOND);
        lines.add(0, 0, 1000, 2, 3 * SECOND);
        lines.add(0, 10, 1000, 2, 13 * SECOND);
        assertThat(out).containsExactly("50 % done, about 2 s left", "1 % done, about 17 min left");
    }
}
