package jdsm.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Arrays that get other units behind a barrier. The JVM of a test has threads beside the workers, which none is divided beside. */
@Tag("once")
class DivisionIT {
    @TempDir
    private Path directory;

    @ParameterizedTest
    @CsvSource({
        "2, 1, shm, lazy-release",
        "3, 1, shm, write-invalidate",
        "4, 1, inproc, auto",
        "3, 2, tcp, lazy-release",
        "4, 1, tcp, write-update"
    })
    void arraysDividedAtRandomKeepTheirElements(String ranks, String threads, String comm, String consistency)
            throws IOException {
        String[] often = {"-p", ranks, "-t", threads, "--comm", comm, "--consistency", consistency};
        String[] all = new String[often.length + 2];
        System.arraycopy(often, 0, all, 0, often.length);
        all[often.length] = "--jvm-arg=-Djdsm.blocks=often";
        all[often.length + 1] = "jdsm.examples.programs.Bands";
        try (JdsmProcess job = JdsmProcess.launchWoven(all)) {
            assertThat(job.end().ok().out()).last().asString().endsWith("Bands OK");
        }
    }

    private Map<String, Object> total(String ranks, String blocks, String program, String... args) throws IOException {
        Path file = directory.resolve("stats.json");
        String[] all = new String[6 + args.length];
        String[] before = {
            "-p",
            ranks,
            "--stats",
            file.toString(),
            "--jvm-arg=-Djdsm.blocks=" + blocks,
            "jdsm.examples.programs." + program
        };
        System.arraycopy(before, 0, all, 0, before.length);
        System.arraycopy(args, 0, all, before.length, args.length);
        try (JdsmProcess job = JdsmProcess.launchWoven(all)) {
            assertThat(job.end().ok().out()).last().asString().endsWith(program + " OK");
        }
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
