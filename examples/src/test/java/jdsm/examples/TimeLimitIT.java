package jdsm.examples;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A job whose time is over says who waits for what, and leaves nobody. */
@Tag("once")
class TimeLimitIT {
    @Test
    void aRankThatComputes() {
        Outcome outcome = run("tcp", "Computing", "start", "wait");

        assertThat(outcome.err())
                .anyMatch(
                        line -> line.matches(
                                "jdsm: rank 0 worker 0 has waited \\d+\\.\\d s in barrier 2 \\(BARRIER\\), where rank 1 worker 1"
                                        + " is missing, at jdsm\\.examples\\.programs\\.Computing\\.start\\(Computing\\.java:\\d+\\)"))
                .contains("jdsm: rank 1 worker 1, for which rank 0 worker 0 waits, is running at")
                .anyMatch(line -> line.matches(
                        "jdsm:     jdsm\\.examples\\.programs\\.Computing\\.\\w+\\(Computing\\.java:\\d+\\)"));
    }

    private static Outcome run(String comm, String program, String... args) {
        String[] all = java.util.stream.Stream.concat(
                        java.util.stream.Stream.of(
                                "-p", "2", "--comm", comm, "--timeout", "6", "jdsm.examples.programs." + program),
                        java.util.Arrays.stream(args))
                .toArray(String[]::new);
        try (JdsmProcess job = JdsmProcess.launch(all)) {
            Outcome outcome = job.end();
            assertThat(outcome.err()).last().isEqualTo("jdsm: the job's time limit of 6 s is over");
            assertThat(outcome.status()).isEqualTo(124);
            return outcome;
        }
    }
}
