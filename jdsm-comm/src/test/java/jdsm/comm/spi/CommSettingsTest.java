package jdsm.comm.spi;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CommSettingsTest {
    private static final int PROCESSORS = Runtime.getRuntime().availableProcessors();

    private static CommSettings settings(int ranksOnHost, int workersPerRank) {
        return new CommSettings(0, ranksOnHost, "job", new byte[0], null, true, null, ranksOnHost, workersPerRank);
    }

    @Test
    void whoWaitsLooksLongWhereEachWorkerHasAProcessor() {
        assertThat(settings(1, PROCESSORS).waitNanos()).isEqualTo(20_000_000);
        assertThat(settings(PROCESSORS, 1).waitNanos()).isEqualTo(20_000_000);
    }

    @Test
    void whoWaitsLooksForAShortWhileWhereOnlyEachRankHasAProcessor() {
        CommSettings crowded = settings(1, PROCESSORS + 1);
        assertThat(crowded.spinNanos()).isPositive();
        assertThat(crowded.waitNanos()).isEqualTo(4 * crowded.spinNanos());
    }

    @Test
    void whoAnswersDoesNotLookWhereRanksShareProcessorsAndWhoWaitsForATurnOnly() {
        CommSettings crowded = settings(PROCESSORS + 1, 1);
        assertThat(crowded.spinNanos()).isZero();
        assertThat(crowded.waitNanos()).isEqualTo(100_000);
    }

    @Test
    void threadsAreCountedBeyondAnInt() {
        assertThat(settings(1 << 16, 1 << 16).workersHaveProcessors()).isFalse();
    }
}
