package jdsm.pool;

import static org.assertj.core.api.Assertions.assertThat;

import jdsm.observe.Counters;
import jdsm.observe.Counters.Counter;
import org.junit.jupiter.api.Test;

class SamplesTest {
    private final Counters counters = new Counters();
    private final Samples samples = new Samples(counters);

    private void assertCounts(long came, long read, long unused) {
        assertThat(counters.get(Counter.SAMPLED_COPIES)).isEqualTo(came);
        assertThat(counters.get(Counter.SAMPLED_COPIES_READ)).isEqualTo(read);
        assertThat(counters.get(Counter.SAMPLED_COPIES_UNUSED)).isEqualTo(unused);
    }

    @Test
    void aSampleIsReadOrUnusedOnce() {
        samples.came(3);
        samples.came(4);
        samples.came(5);
        samples.used(3);
        samples.used(3);
        samples.invalidated(3);
        samples.invalidated(4);
        samples.used(4);

        assertCounts(3, 1, 1);
    }

    @Test
    void otherUnitsAreNoSamples() {
        samples.used(3);
        samples.invalidated(3);
        assertCounts(0, 0, 0);

        samples.came(4);
        samples.used(3);
        samples.invalidated(3);
        assertCounts(1, 0, 0);
    }

    @Test
    void aUnitThatIsGoneIsNeither() {
        samples.came(3);
        samples.forget(3);
        samples.invalidated(3);

        assertCounts(1, 0, 0);
    }

    @Test
    void aSampleThatComesAgainCountsAgain() {
        samples.came(3);
        samples.invalidated(3);
        samples.came(3);
        samples.used(3);

        assertCounts(2, 1, 1);
    }
}
