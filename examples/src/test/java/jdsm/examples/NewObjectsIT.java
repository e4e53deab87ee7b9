package jdsm.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An array of new objects that several ranks change: objects that follow each other come into one unit. */
@Tag("once")
class NewObjectsIT {
    private static final String PROGRAM = "jdsm.examples.programs.NewCells";

    @TempDir
    private Path directory;

    @ParameterizedTest
    @CsvSource({
        "2, 1, shm, lazy-release, bands, learnt",
        "3, 1, tcp, write-invalidate, turns, learnt",
        "3, 2, shm, lazy-release, turns, always",
        "4, 1, inproc, auto, bands, always",
        "3, 1, tcp, write-update, turns, never"
    })
    void ranksChangeThem(String ranks, String threads, String comm, String consistency, String order, String ahead)
            throws IOException {
        String[] args = {
            "-p",
            ranks,
            "-t",
            threads,
            "--comm",
            comm,
            "--consistency",
            consistency,
            "--free-after",
            "0",
            "--jvm-arg=-Djdsm.ahead=" + ahead,
            PROGRAM,
            order
        };
        try (JdsmProcess job = JdsmProcess.launchWoven(args)) {
            assertThat(job.end().ok().out()).last().asString().endsWith("NewCells OK");
        }
    }

    @Test
    void manyMoveWithOneMessage() throws IOException {
        Path file = directory.resolve("stats.json");
        String[] args = {"-p", "2", "--stats", file.toString(), "--jvm-arg=-Djdsm.ahead=never", PROGRAM};
        try (JdsmProcess job = JdsmProcess.launchWoven(args)) {
            assertThat(job.end().ok().out()).last().asString().endsWith("NewCells OK");
        }
        long moves = (long) Statistics.total(file).get("ownershipMoves");
        assertThat(moves)
                .isBetween(1L, 4L * 4001 / 8); // one for each object that rank 1 changes would be four times 2,000
    }
}
