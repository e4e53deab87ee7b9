package jdsm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RangeTest {
    @ParameterizedTest
    @CsvSource({
        "0, 10, 3",
        "0, 0, 4",
        "5, 7, 8",
        "-7, 100, 7",
        "0, 2147483647, 4096",
        "-2147483648, 2147483647, 3",
        "3, 4, 1"
    })
    void partsAreInOrderAndBalanced(int from, int to, int count) {
        int next = from;
        long all = (long) to - from;
        for (int part = 0; part < count; part++) {
            Range range = Range.part(from, to, part, count);
            assertThat(range.from()).isEqualTo(next);
            assertThat((long) range.to() - range.from()).isBetween(all / count, (all + count - 1) / count);
            next = range.to();
        }
        assertThat(next).isEqualTo(to);
    }

    @Test
    void aRangeDoesNotEndBeforeItBegins() {
        assertThatThrownBy(() -> new Range(2, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a range from 2 to 1");
    }
}
