package jdsm.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Jobs in a real Slurm of one node. */
@Tag("once")
@Commands(
        value = {"slurmctld", "slurmd", "munged", "srun", "salloc", "sbatch"},
        root = true)
class SlurmIT {
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final List<String> ALLOCATION = List.of("salloc", "--quiet", "--ntasks=4");

    @TempDir
    private static Path folder;

    private static OneNode slurm;

    @BeforeAll
    static void begin() {
        slurm = Surroundings.made("a Slurm of one node", () -> new OneNode(folder));
    }

    @AfterAll
    static void end() {
        if (slurm != null) {
            slurm.close();
        }
    }

    private static Map<String, String> environment() {
        Map<String, String> environment = new HashMap<>(slurm.environment());
        environment.put("XDG_CACHE_HOME", folder.resolve("caches").toString());
        return environment;
    }

    /** The transport depends on whether the name of this machine leads to an address. */
    private static void assertLu(List<String> lines) {
        LuOutput lu = new LuOutput(lines);
        assertThat(lu.job()).startsWith("n=128 block=16 ranks=4 threads=1 comm=");
        assertThat(lu.verdict()).isEqualTo("OK");
    }

    @Test
    void ranksOfSrunFindEachOther() {
        List<String> srun = List.of("srun", "--quiet", "--ntasks=4");
        try (JdsmProcess job =
                JdsmProcess.withAgentBy(srun, environment(), "jdsm.examples.LU", "-n", "128", "-b", "16")) {
            assertLu(job.end().ok().out());
        }
    }

    @Test
    void theLauncherTakesTheNodesOfItsAllocation() {
        try (JdsmProcess job =
                JdsmProcess.launchWovenBy(ALLOCATION, environment(), "-p", "4", "LU", "-n", "128", "-b", "16")) {
            assertLu(job.end().ok().out());
        }
    }

    @Test
    void moreRanksThanTasksAreRefused() {
        try (JdsmProcess job = JdsmProcess.launchWovenBy(ALLOCATION, environment(), "-p", "5", "Hello")) {
            Outcome outcome = job.end();
            assertThat(outcome.err())
                    .anyMatch(line -> line.startsWith("jdsm: the job has 5 ranks, but its hosts have 4"));
        }
    }

    @Test
    void aSubmittedJobRuns() throws IOException {
        Path output = folder.resolve("output");
        try (JdsmProcess job = JdsmProcess.launchWovenBy(
                List.of(),
                environment(),
                "-p",
                "4",
                "--slurm",
                "-N",
                "1",
                "--slurm-arg=--output=" + output,
                "LU",
                "-n",
                "128",
                "-b",
                "16")) {
            assertThat(job.end().ok().out()).singleElement().asString().matches("jdsm: submitted to Slurm as job \\d+");
            await().atMost(PATIENCE)
                    .until(() -> Files.exists(output)
                            && Files.readString(output).strip().endsWith("OK"));
            // A daemon that is ended before its steps waits for them in vain.
            await().atMost(PATIENCE).until(slurm::isIdle);
        }
        assertLu(Files.readAllLines(output));
    }
}
