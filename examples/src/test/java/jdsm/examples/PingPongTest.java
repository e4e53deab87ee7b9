package jdsm.examples;

import static org.assertj.core.api.Assertions.assertThat;

import jdsm.node.TestJob.Transport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** PingPong on ranks of one JVM. */
class PingPongTest {
    @ParameterizedTest
    // ranks, threads, bytes, turns, reps: also fewer turns than workers
    @CsvSource({
        "1, 1, 1, 20, 1",
        "2, 1, 1, 300, 1",
        "3, 1, 1000, 300, 2",
        "4, 1, 64, 301, 1",
        "2, 2, 64, 300, 2",
        "1, 3, 2, 300, 1",
        "4, 1, 8, 2, 3"
    })
    void everyTurnFindsWhatTheTurnBeforeHasWritten(int ranks, int threads, int bytes, int turns, int reps) {
        Outcome outcome = InprocRun.run(
                        PingPong.class,
                        ranks,
                        threads,
                        "--size",
                        "" + bytes,
                        "--turns",
                        "" + turns,
                        "--reps",
                        "" + reps)
                .ok();

        assertThat(outcome.out())
                .singleElement()
                .asString()
                .startsWith("PingPong bytes=" + bytes + " turns=" + turns + " ranks=" + ranks + " threads=" + threads)
                .endsWith(" OK");
    }

    @Test
    void alsoBySockets() {
        assertThat(InprocRun.run(Transport.TCP, PingPong.class, 2, 2, "--size", "300", "--turns", "200")
                        .ok()
                        .out())
                .singleElement()
                .asString()
                .matches("PingPong bytes=300 turns=200 ranks=2 threads=2 comm=tcp consistency=write-invalidate"
                        + " seconds=\\d+\\.\\d{6} us/turn=\\d+\\.\\d\\d MB/s=\\d+\\.\\d\\d OK");
    }

    @Test
    void aSpoiledContentIsFoundOut() {
        Outcome outcome = InprocRun.run(PingPong.class, 2, 1, "--size", "16", "--turns", "40", "--break");

        outcome.failed(1);
        assertThat(outcome.out()).hasSize(2);
        assertThat(outcome.out().get(0)).endsWith(" FAILED");
        assertThat(outcome.out().get(1)).isEqualTo("1 turns found another content than the turn before had written");
    }

    @ParameterizedTest
    @CsvSource({
        "--size, 0, 'PingPong: --size, --turns and --reps must be at least 1'",
        "--turns, x, 'PingPong: Invalid value for option ''--turns'': ''x'' is not an int'"
    })
    void wrongArgumentsAreOneLine(String option, String value, String message) {
        InprocRun.run(PingPong.class, 2, 1, option, value).failed(2, "jdsm: " + message);
    }
}
