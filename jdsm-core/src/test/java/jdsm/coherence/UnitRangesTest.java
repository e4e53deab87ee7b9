package jdsm.coherence;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class UnitRangesTest {
    private final UnitRanges ranges = new UnitRanges();

    private List<String> notices() {
        List<String> notices = new ArrayList<>();
        ranges.forEach((unit, version) -> notices.add(unit + "@" + version));
        return notices;
    }

    @Test
    void neighboursOfOneVersionAreOneRange() {
        ranges.add(5, 9);
        ranges.add(6, 9);
        ranges.add(7, 9);

        assertThat(ranges.size()).isEqualTo(1);
        assertThat(ranges.first(0)).isEqualTo(5);
        assertThat(ranges.count(0)).isEqualTo(3);
        assertThat(ranges.version(0)).isEqualTo(9);
        assertThat(notices()).containsExactly("5@9", "6@9", "7@9");
    }

    @Test
    void anotherVersionOrAGapBeginsARange() {
        ranges.add(5, 9);
        ranges.add(6, 8);
        ranges.add(8, 8);

        assertThat(ranges.size()).isEqualTo(3);
        assertThat(notices()).containsExactly("5@9", "6@8", "8@8");
    }

    @Test
    void wholeRangesJoinToo() {
        ranges.add(10, 4, 1);
        ranges.add(14, 2, 1);
        ranges.add(20, 2, 1);

        assertThat(ranges.size()).isEqualTo(2);
        assertThat(ranges.count(0)).isEqualTo(6);
        assertThat(notices()).containsExactly("10@1", "11@1", "12@1", "13@1", "14@1", "15@1", "20@1", "21@1");
    }

    @Test
    void asManyAsNeeded() {
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < 33; i++) {
            ranges.add(2 * i, i);
            expected.add(2 * i + "@" + i);
            assertThat(notices()).isEqualTo(expected);
        }
    }
}
