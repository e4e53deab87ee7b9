package jdsm.examples;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** LuByHand on ranks of one JVM. */
@Tag("once")
class LuByHandTest {
    @ParameterizedTest
    @CsvSource({
        "1, 1, 64, 16",
        "2, 1, 64, 16",
        "3, 1, 64, 16",
        "4, 1, 64, 16",
        "2, 2, 64, 16",
        "1, 3, 64, 16",
        "8, 1, 64, 8",
        "16, 1, 64, 8",
        // no multiple of the block; fewer blocks than workers; block larger than the matrix; one element; block of one
        "3, 1, 61, 16",
        "4, 1, 17, 16",
        "3, 1, 10, 16",
        "2, 1, 1, 16",
        "2, 1, 1, 1",
        "2, 1, 9, 1"
    })
    void everyFactorisationIsRight(int ranks, int threads, int n, int block) {
        Outcome outcome = InprocRun.run(LuByHand.class, ranks, threads, "-n", "" + n, "--block", "" + block)
                .ok();

        LuOutput output = new LuOutput(outcome.out());
        assertThat(output.job())
                .isEqualTo("n=" + n + " block=" + block + " ranks=" + ranks + " threads=" + threads + " comm=inproc");
        assertThat(output.verdict()).isEqualTo("OK");
        assertThat(output.residual()).isLessThan(16);
    }

    @Test
    void itMayBeRepeatedInOneProcess() {
        Outcome outcome = InprocRun.run(LuByHand.class, 2, 1, "-n", "48", "-b", "16", "--reps", "4")
                .ok();

        assertThat(new LuOutput(outcome.out()).verdict()).isEqualTo("OK");
    }

    @Test
    void theMatrixDependsOnTheSeedAlone() {
        double one = residual(1, "7");

        assertThat(residual(4, "7")).isEqualTo(one);
        assertThat(residual(1, "8")).isNotEqualTo(one);
    }

    private static double residual(int ranks, String seed) {
        Outcome outcome = InprocRun.run(LuByHand.class, ranks, 1, "-n", "50", "-b", "16", "--seed", seed)
                .ok();
        return new LuOutput(outcome.out()).residual();
    }

    @ParameterizedTest
    @CsvSource({"1, 64", "3, 64", "2, 1"})
    void aSpoiledResultIsFoundOut(int ranks, int n) {
        Outcome outcome = InprocRun.run(LuByHand.class, ranks, 1, "-n", "" + n, "--break");

        LuOutput output = new LuOutput(outcome.out());
        assertThat(output.verdict()).isEqualTo("FAILED");
        assertThat(output.residual()).isGreaterThan(16);
        outcome.failed(1);
    }

    @ParameterizedTest
    @CsvSource({
        "-n, 0, 'LuByHand: -n, --block and --reps must be at least 1'",
        "--block, -1, 'LuByHand: -n, --block and --reps must be at least 1'",
        "--reps, 0, 'LuByHand: -n, --block and --reps must be at least 1'",
        "-n, many, 'LuByHand: Invalid value for option ''-n'': ''many'' is not an int'",
        "--wrong, 1, 'LuByHand: Unknown options: ''--wrong'', ''1'''"
    })
    void wrongArgumentsAreOneLine(String option, String value, String message) {
        InprocRun.run(LuByHand.class, 3, 1, option, value).failed(2, "jdsm: " + message);
    }
}
