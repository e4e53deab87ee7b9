package jdsm.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Shared objects that no rank reaches any more are freed. A round takes 128 KB, so that they would fill the heap. */
class ReplacingIT {
    private static final String PROGRAM = "jdsm.examples.programs.Replacing";

    @TempDir
    Path directory;

    @ParameterizedTest
    @CsvSource({"2, shm", "3, tcp"})
    void whatIsReplacedIsFreed(int ranks, String transport) throws IOException {
        Path file = directory.resolve("stats.json");
        String[] command = ("--ranks " + ranks + " --comm " + transport + " --jvm-arg=-Xmx40m --stats " + file + " "
                        + PROGRAM + " 450")
                .split(" ");
        try (JdsmProcess job = JdsmProcess.launchWoven(command)) {
            assertThat(job.end().ok().out()).containsExactly("450 rounds OK");
        }

        long freed = (long) Statistics.total(file).get("objectsFreed");
        long left = (long) Statistics.total(file).get("objectsLeft");
        assertThat(freed).isGreaterThan(ranks * 3 * 250L);
        assertThat(left).isBetween(1L, ranks * 30L);
    }

    @Tag("once")
    @Test
    void nothingIsFreedIfThatIsWanted() {
        try (JdsmProcess job =
                JdsmProcess.launchWoven("--ranks", "2", "--free-after", "never", "--jvm-arg=-Xmx40m", PROGRAM, "450")) {
            Outcome outcome = job.end();

            assertThat(outcome.status()).isNotZero();
            assertThat(outcome.err()).anyMatch(line -> line.contains("OutOfMemoryError"));
        }
    }
}
