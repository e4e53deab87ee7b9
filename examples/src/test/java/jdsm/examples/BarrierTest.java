package jdsm.examples;

import static org.assertj.core.api.Assertions.assertThat;

import jdsm.node.TestJob.Transport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Barrier on ranks of one JVM. */
@Tag("once")
class BarrierTest {
    @ParameterizedTest
    @CsvSource({"1, 1, 1", "2, 1, 1", "3, 1, 2", "4, 1, 1", "2, 2, 2", "1, 3, 1"})
    void nobodyRunsAhead(int ranks, int threads, int reps) {
        Outcome outcome = InprocRun.run(Barrier.class, ranks, threads, "--rounds", "50", "--reps", "" + reps)
                .ok();

        assertThat(outcome.out())
                .singleElement()
                .asString()
                .startsWith("Barrier rounds=50 ranks=" + ranks + " threads=" + threads + " comm=inproc microseconds=")
                .endsWith(" OK");
    }

    @Test
    void nobodyRunsAheadBySockets() {
        assertThat(InprocRun.run(Transport.TCP, Barrier.class, 2, 2, "--rounds", "200")
                        .ok()
                        .out())
                .singleElement()
                .asString()
                .matches("Barrier rounds=200 ranks=2 threads=2 comm=tcp microseconds=\\d+\\.\\d\\d"
                        + " median=\\d+\\.\\d\\d OK");
    }

    @Test
    void sumsAreMeasuredAsWell() {
        Outcome outcome = InprocRun.run(Barrier.class, 3, 2, "--rounds", "20", "--reps", "2", "--sum")
                .ok();

        assertThat(outcome.out())
                .singleElement()
                .asString()
                .matches("Barrier rounds=20 .* median=\\d+\\.\\d\\d sum=\\d+\\.\\d\\d sumMedian=\\d+\\.\\d\\d OK");
    }

    @Test
    void whoRunsAheadIsFoundOut() {
        Outcome outcome = InprocRun.run(Barrier.class, 3, 1, "--rounds", "5", "--break");

        outcome.failed(1);
        assertThat(outcome.out()).hasSize(2);
        assertThat(outcome.out().get(0)).endsWith(" FAILED");
        assertThat(outcome.out().get(1)).isEqualTo("3 times a worker was in another round");
    }

    @ParameterizedTest
    @CsvSource({
        "--rounds, 0, 'Barrier: --rounds and --reps must be at least 1, --checks at least 0'",
        "--wrong, 1, 'Barrier: Unknown options: ''--wrong'', ''1'''"
    })
    void wrongArgumentsAreOneLine(String option, String value, String message) {
        InprocRun.run(Barrier.class, 2, 1, option, value).failed(2, "jdsm: " + message);
    }
}
