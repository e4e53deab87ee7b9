package jdsm.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** New objects that become shared at a barrier, before another rank asks for them. */
@Tag("once")
@Isolated // the property is of the JVM, with all its jobs
class SharingAheadTest {
    private static final String PROPERTY = "jdsm.ahead";

    @TempDir
    private Path directory;

    @AfterEach
    void asBefore() {
        System.clearProperty(PROPERTY);
    }

    private static void run(String mode, String options, String program, String... args) {
        System.setProperty(PROPERTY, mode);
        Outcome outcome = WovenRun.run(options + " jdsm.examples.programs." + program + " " + String.join(" ", args));
        assertThat(outcome.ok().out()).last().asString().endsWith(program + " OK");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-p 2 --comm shm",
                "-p 3 --comm tcp --consistency write-invalidate",
                "-p 4 --comm inproc --consistency auto",
                "-p 3 -t 2 --comm shm",
                "-p 4 --comm tcp --consistency write-update"
            })
    void programsAreRightWhereAllThatIsReachedBecomesShared(String options) {
        for (String program : new String[] {"NewTrees", "Bands"}) {
            run("always", options + " --free-after 0", program);
        }
    }

    /** The number of objects that became shared ahead, on both ranks. */
    private long sharedAhead(String mode, String... args) throws IOException {
        Path file = directory.resolve("stats.json");
        run(mode, "-p 2 --stats " + file, "NewTrees", args);
        return (long) Statistics.total(file).get("objectsSharedAhead");
    }

    @Test
    void nodesThatTheOtherRankReadEachTimeBecomeSharedAtTheBarrier() throws IOException {
        assertThat(sharedAhead("never")).isZero();
        long wanted = 2 * 3 * 800;
        assertThat(sharedAhead("learnt")).isGreaterThan(wanted);
    }

    @Test
    void nodesThatNoOtherRankReadsStayPrivate() throws IOException {
        assertThat(sharedAhead("learnt", "own")).isZero();
        assertThat(sharedAhead("always", "own")).isPositive();
    }
}
