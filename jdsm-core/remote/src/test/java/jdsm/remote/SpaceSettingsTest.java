package jdsm.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SpaceSettingsTest {
    @ParameterizedTest
    @ValueSource(ints = {0, -4096, 2048, 4097, 65_000, 8 << 20})
    void aPageSizeIsAPowerOfTwoWithinItsBounds(int pageBytes) {
        assertThatThrownBy(() -> new SpaceSettings("here", 1L << 30, pageBytes, ReplacementPolicy.CLOCK, 1, 8))
                .hasMessage("page size " + pageBytes + " bytes is not a power of two from 4096 (4k) to 4194304 (4m)");
    }

    @Test
    void tooFewFramesAreRefused() {
        assertThatThrownBy(() -> new SpaceSettings("here", 31L << 20, 4 << 20, ReplacementPolicy.CLOCK, 1, 8))
                .hasMessage(
                        "the local memory of here, 32505856 bytes, has 7 pages of 4194304 bytes; it needs at least 8");
    }

    @Test
    void thereAreOneOrTwoCopies() {
        assertThatThrownBy(() -> new SpaceSettings("here", 1L << 30, 4096, ReplacementPolicy.CLOCK, 3, 8))
                .hasMessage("3 copies of each page; allowed: 1 or 2");
    }

    @Test
    void policiesHaveNames() {
        assertThat(ReplacementPolicy.labelled("lru-k")).isEqualTo(ReplacementPolicy.LRU_K);
        assertThatThrownBy(() -> ReplacementPolicy.labelled("fifo"))
                .hasMessage("unknown policy 'fifo'; known: round-robin, clock, lru-k");
    }
}
