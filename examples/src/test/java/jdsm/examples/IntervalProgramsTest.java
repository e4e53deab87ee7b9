package jdsm.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.stream.Stream;
import jdsm.Protocol;
import jdsm.SPMD;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The programs that write beside each other, on ranks of one JVM under every protocol. */
@Tag("once")
class IntervalProgramsTest {
    private record Size(int ranks, int threads) {}

    static Stream<Arguments> jobs() {
        return Stream.of(Protocol.values())
                .flatMap(consistency -> Stream.of(new Size(1, 1), new Size(2, 1), new Size(3, 1), new Size(2, 2))
                        .map(size -> Arguments.of(consistency, size.ranks, size.threads)));
    }

    private static void runs(
            Class<? extends SPMD> program, Protocol consistency, int ranks, int threads, String... args) {
        Map<String, String> settings =
                Map.of("JDSM_THREADS", Integer.toString(threads), "JDSM_CONSISTENCY", consistency.label());

        Outcome outcome = InprocRun.run(program, ranks, settings, args).ok();

        assertThat(outcome.out())
                .singleElement()
                .asString()
                .startsWith(program.getSimpleName() + " ")
                .contains(" ranks=" + ranks + " threads=" + threads + " comm=inproc consistency=" + consistency)
                .endsWith(" OK");
    }

    @ParameterizedTest
    @MethodSource("jobs")
    void sorOnRows(Protocol consistency, int ranks, int threads) {
        runs(SorByHand.class, consistency, ranks, threads, "-n", "40", "-i", "6", "--reps", "2");
    }

    @ParameterizedTest
    @MethodSource("jobs")
    void sorOnOneFlatArray(Protocol consistency, int ranks, int threads) {
        runs(SorByHand.class, consistency, ranks, threads, "-n", "29", "-i", "6", "--layout", "flat", "--block", "50");
    }

    @ParameterizedTest
    @MethodSource("jobs")
    void falseSharing(Protocol consistency, int ranks, int threads) {
        runs(FalseSharing.class, consistency, ranks, threads, "-n", "100", "--rounds", "25");
    }

    @ParameterizedTest
    @MethodSource("jobs")
    void migratory(Protocol consistency, int ranks, int threads) {
        runs(Migratory.class, consistency, ranks, threads, "--rounds", "100");
    }

    @ParameterizedTest
    @MethodSource("jobs")
    void lu(Protocol consistency, int ranks, int threads) {
        Map<String, String> settings =
                Map.of("JDSM_THREADS", Integer.toString(threads), "JDSM_CONSISTENCY", consistency.label());
        for (String access : new String[] {"hold", "interval"}) {
            Outcome outcome = InprocRun.run(
                            LuByHand.class, ranks, settings, "-n", "70", "-b", "8", "--reps", "2", "--access", access)
                    .ok();

            assertThat(outcome.out().get(outcome.out().size() - 1))
                    .startsWith("LuByHand ")
                    .endsWith(" OK");
        }
    }

    @Test
    void aSpoiledGridIsFoundOut() {
        Outcome outcome = InprocRun.run(SorByHand.class, 2, 1, "-n", "10", "--break");

        outcome.failed(1);
        assertThat(outcome.out().get(0)).endsWith(" FAILED");
        assertThat(outcome.out().get(1)).isEqualTo("1 elements differ from a computation by one thread");
    }

    @Test
    void moreWorkersThanRows() {
        runs(SorByHand.class, Protocol.LAZY_RELEASE, 4, 2, "-n", "5", "-i", "3");
    }

    @Test
    void wrongArgumentsAreOneLine() {
        InprocRun.run(SorByHand.class, 1, 1, "-n", "2")
                .failed(2, "jdsm: SorByHand: -n must be at least 3, --iterations, --block and --reps at least 1");
        InprocRun.run(SorByHand.class, 1, 1, "--layout", "columns")
                .failed(
                        2,
                        "jdsm: SorByHand: Invalid value for option '--layout': expected one of [rows, flat]"
                                + " (case-sensitive) but was 'columns'");
    }
}
