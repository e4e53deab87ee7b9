package jdsm.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** New objects that become shared at a barrier, before another rank asks for them. */
@Tag("once")
class SharingAheadIT {
    @TempDir
    private Path directory;

    @ParameterizedTest
    @CsvSource({
        "2, 1, shm, lazy-release",
        "3, 1, tcp, write-invalidate",
        "4, 1, inproc, auto",
        "3, 2, shm, lazy-release",
        "4, 1, tcp, write-update"
    })
    void programsAreRightWhereAllThatIsReachedBecomesShared(
            String ranks, String threads, String comm, String consistency) throws IOException {
        for (String program : new String[] {"NewTrees", "Bands"}) {
            try (JdsmProcess job = JdsmProcess.launchWoven(
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
                    "--jvm-arg=-Djdsm.ahead=always",
                    "jdsm.examples.programs." + program)) {
                assertThat(job.end().ok().out()).last().asString().endsWith(program + " OK");
            }
        }
    }

    /** The number of objects that became shared ahead, on both ranks. */
    private long sharedAhead(String mode, String... args) throws IOException {
        Path file = directory.resolve("stats.json");
        String[] all = new String[6 + args.length];
        String[] before = {
            "-p", "2", "--stats", file.toString(), "--jvm-arg=-Djdsm.ahead=" + mode, "jdsm.examples.programs.NewTrees"
        };
        System.arraycopy(before, 0, all, 0, before.length);
        System.arraycopy(args, 0, all, before.length, args.length);
        try (JdsmProcess job = JdsmProcess.launchWoven(all)) {
            assertThat(job.end().ok().out()).last().asString().endsWith("NewTrees OK");
        }
        return (long) Statistics.total(file).get("objectsSharedAhead");
    }

    @Test
    void nodesThatTheOtherRankReadEachTimeBecomeSharedAtTheBarrier() throws IOException {
        assertThat(sharedAhead("never")).isZero();
        long shared = 0;
        for (int job = 0;
                job < 4 && shared == 0;
                job++) { // beside much other work a job of nine rounds may learn nothing
            shared = sharedAhead("learnt");
        }
        assertThat(shared).isGreaterThan(2 * 3 * 800);
    }

    @Test
    void nodesThatNoOtherRankReadsStayPrivate() throws IOException {
        assertThat(sharedAhead("learnt", "own")).isZero();
        assertThat(sharedAhead("always", "own")).isPositive();
    }
}
