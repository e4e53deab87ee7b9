package jdsm.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A job whose time is over says who waits for what, and leaves nobody. */
@Tag("once")
class TimeLimitIT {
    @ParameterizedTest
    @ValueSource(strings = {"tcp", "inproc"})
    void ranksThatWaitForEachOther(String comm) {
        Outcome outcome = run(comm, "Deadlock");

        for (int rank = 0; rank < 2; rank++) {
            int wanted = 1 - rank;
            Pattern said = Pattern.compile("jdsm: rank " + rank + " worker " + rank
                    + " has waited \\d+\\.\\d s to acquire Deadlock\\.objects\\[" + wanted + "], int\\[" + (wanted + 1)
                    + "] \\(key " + wanted + "\\), unit " + wanted + ", last known owner rank " + wanted
                    + ", which rank "
                    + wanted + " worker " + wanted
                    + " has, at jdsm\\.examples\\.programs\\.Deadlock\\.start\\(Deadlock\\.java:\\d+\\)");
            assertThat(outcome.err()).anyMatch(line -> said.matcher(line).matches());
        }
        assertThat(outcome.err())
                .contains("jdsm: deadlock: rank 0 worker 0 waits for rank 1 worker 1 waits for rank 0 worker 0");
    }

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
