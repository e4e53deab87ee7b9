package jdsm.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Arrays that get other units behind a barrier. */
@Tag("once")
@Isolated // the property is of the JVM, with all its jobs
class DivisionTest {
    private static final String PROPERTY = "jdsm.blocks";

    @TempDir
    private Path directory;

    @AfterEach
    void asBefore() {
        System.clearProperty(PROPERTY);
    }

    private static void run(String blocks, String options, String program, String... args) {
        System.setProperty(PROPERTY, blocks);
        Outcome outcome = WovenRun.run(options + " jdsm.examples.programs." + program + " " + String.join(" ", args));
        assertThat(outcome.ok().out()).last().asString().endsWith(program + " OK");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-p 2 --comm shm",
                "-p 3 --comm shm --consistency write-invalidate",
                "-p 4 --comm inproc --consistency auto",
                "-p 3 -t 2 --comm tcp",
                "-p 4 --comm tcp --consistency write-update"
            })
    void arraysDividedAtRandomKeepTheirElements(String options) {
        run("often", options, "Bands");
    }

    private Map<String, Object> total(String ranks, String blocks, String program, String... args) throws IOException {
        Path file = directory.resolve("stats.json");
        run(blocks, "-p " + ranks + " --stats " + file, program, args);
        return Statistics.total(file);
    }

    private Map<String, Object> eliminated(String blocks) throws IOException {
        return total("2", blocks, "CyclicRows", "300");
    }

    /** A view names blocks. */
    @Test
    void anArrayWithAViewKeepsItsBlocks() throws IOException {
        assertThat((long) total("2", "by-use", "ViewedRows").get("divisions")).isZero();
        assertThat((long) total("3", "often", "ViewedRows").get("divisions")).isZero();
    }

    /** It could ask for a block, or combine rights before and after, in the middle of a division. */
    @Test
    void nothingIsDividedWhileAThreadBesideTheWorkersMayRead() throws IOException {
        assertThat((long) total("3", "often", "ReadingThread").get("divisions")).isLessThan(3 * 60 / 2);
    }

    @Test
    void rowsThatRanksTakeInTurnGetBlocksOfTheirOwn() throws IOException {
        Map<String, Object> never = eliminated("never");
        Map<String, Object> byUse = eliminated("by-use");

        assertThat((long) never.get("divisions")).isZero();
        assertThat((long) byUse.get("divisions")).isEqualTo(2); // one, on both ranks
        assertThat((long) byUse.get("diffs")).isLessThan((long) never.get("diffs") / 10);
        assertThat((long) byUse.get("fetches")).isLessThan((long) never.get("fetches"));
    }
}
