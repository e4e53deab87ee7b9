package jdsm.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Stream;
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
        "-p 2 --consistency lazy-release --jvm-arg=-Djdsm.ahead=learnt, bands",
        "-p 3 --comm tcp --consistency write-invalidate --jvm-arg=-Djdsm.ahead=learnt, turns",
        "-p 3 -t 2 --consistency lazy-release --jvm-arg=-Djdsm.ahead=always, turns",
        "-p 4 --comm inproc --consistency auto --jvm-arg=-Djdsm.ahead=always, bands",
        "-p 3 --comm tcp --consistency write-update --jvm-arg=-Djdsm.ahead=never, turns"
    })
    void ranksChangeThem(String options, String order) throws IOException {
        Stream<String> rest = Stream.of("--free-after", "0", PROGRAM, order);
        String[] args = Stream.concat(Stream.of(options.split(" ")), rest).toArray(String[]::new);
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
