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
import org.junit.jupiter.params.provider.CsvSource;

/** An array of new objects that several ranks change: objects that follow each other come into one unit. */
@Tag("once")
@Isolated // the property is of the JVM, with all its jobs
class NewObjectsTest {
    private static final String PROPERTY = "jdsm.ahead";

    @TempDir
    private Path directory;

    @AfterEach
    void asBefore() {
        System.clearProperty(PROPERTY);
    }

    private static void run(String ahead, String options, String order) {
        System.setProperty(PROPERTY, ahead);
        Outcome outcome = WovenRun.run(options + " jdsm.examples.programs.NewCells " + order);
        assertThat(outcome.ok().out()).last().asString().endsWith("NewCells OK");
    }

    @ParameterizedTest
    @CsvSource({
        "-p 2 --comm shm, bands, learnt",
        "-p 3 --comm tcp --consistency write-invalidate, turns, learnt",
        "-p 3 -t 2 --comm shm, turns, always",
        "-p 4 --comm inproc --consistency auto, bands, always",
        "-p 3 --comm tcp --consistency write-update, turns, never"
    })
    void ranksChangeThem(String options, String order, String ahead) {
        run(ahead, options + " --free-after 0", order);
    }

    @Test
    void manyMoveWithOneMessage() throws IOException {
        Path file = directory.resolve("stats.json");
        run("never", "-p 2 --stats " + file, "");
        long moves = (long) Statistics.total(file).get("ownershipMoves");
        assertThat(moves)
                .isBetween(1L, 4L * 4001 / 8); // one for each object that rank 1 changes would be four times 2,000
    }
}
