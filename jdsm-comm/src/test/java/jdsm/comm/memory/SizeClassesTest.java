package jdsm.comm.memory;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("once")
class SizeClassesTest {
    @Test
    void aClassIsTheSmallestThatSuffices() {
        for (int bytes = 0; bytes <= 200_000; bytes++) {
            int sizeClass = SizeClasses.of(bytes);
            assertThat(SizeClasses.bytes(sizeClass)).isGreaterThanOrEqualTo(bytes);
            if (sizeClass > 0) {
                assertThat(SizeClasses.bytes(sizeClass - 1)).isLessThan(bytes);
            }
            if (bytes > 64) {
                assertThat(SizeClasses.bytes(sizeClass)).isLessThanOrEqualTo(bytes + bytes / 4 + 8);
            }
        }
    }

    @Test
    void powersOfTwoAreSizes() {
        for (int bytes = SizeClasses.UNIT; bytes <= 1 << 29; bytes *= 2) {
            assertThat(SizeClasses.bytes(SizeClasses.of(bytes))).isEqualTo(bytes);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 8, 64, 512, 4096})
    void aClassHasAnAlignment(int alignment) {
        for (int bytes = 0; bytes <= 40_000; bytes += 7) {
            int size = SizeClasses.bytes(SizeClasses.of(bytes, alignment));
            assertThat(size % alignment).isZero();
            assertThat(size).isGreaterThanOrEqualTo(bytes);
        }
    }

    @Test
    void spansHaveLengths() {
        for (int pages = 1; pages <= Spans.MOST_PAGES_KEPT; pages++) {
            int length = Spans.length(pages);
            assertThat(length).isLessThan(Spans.LENGTHS);
            assertThat(Spans.pages(length)).isGreaterThanOrEqualTo(pages).isLessThanOrEqualTo(pages + pages / 4 + 1);
            assertThat(Spans.length(Spans.pages(length))).isEqualTo(length);
        }
    }
}
