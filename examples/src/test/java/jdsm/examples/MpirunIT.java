package jdsm.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ranks that mpirun starts, and that find each other without a variable of JDSM. */
@Commands("mpirun")
class MpirunIT {
    private static final List<String> MPIRUN = List.of("mpirun", "--oversubscribe", "--bind-to", "none");

    @TempDir
    private Path caches;

    private JdsmProcess mpirun(int ranks, Map<String, String> more, String... program) {
        List<String> prefix = new ArrayList<>(MPIRUN);
        prefix.addAll(List.of("-n", Integer.toString(ranks)));
        return JdsmProcess.withAgentBy(prefix, environment(more), program);
    }

    private Map<String, String> environment(Map<String, String> more) {
        Map<String, String> environment = new HashMap<>(more);
        environment.put("XDG_CACHE_HOME", caches.toString());
        environment.put("OMPI_ALLOW_RUN_AS_ROOT", "1");
        environment.put("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1");
        return environment;
    }

    private List<Path> meetingFiles() throws IOException {
        try (Stream<Path> all = Files.list(caches.resolve("jdsm/jobs"))) {
            return all.toList();
        }
    }

    @Test
    void fourRanksFindEachOther() throws IOException {
        try (JdsmProcess job = mpirun(4, Map.of(), "jdsm.examples.LU", "-n", "128", "-b", "16")) {
            LuOutput lu = new LuOutput(job.end().ok().out());
            assertThat(lu.job()).isEqualTo("n=128 block=16 ranks=4 threads=1 comm=shm");
            assertThat(lu.verdict()).isEqualTo("OK");
        }
        assertThat(meetingFiles()).isEmpty();
    }

    @Test
    void theFlagsOfTheLauncherAreRead() throws IOException {
        Path flags = caches.resolve("flags");
        try (JdsmProcess command = JdsmProcess.command("jvm-flags", "-p", "2", "--jvm-arg=-Dsome.name=a b")) {
            Files.write(flags, command.end().ok().out());
        }
        List<String> prefix = new ArrayList<>(MPIRUN);
        prefix.addAll(List.of("-n", "2"));
        try (JdsmProcess job = JdsmProcess.withFlagsBy(prefix, environment(Map.of()), flags, "jdsm.examples.Hello")) {
            assertThat(job.end().ok().out()).hasSize(2).allMatch(line -> line.endsWith(" of 2"));
        }
    }

    @Tag("once")
    @Test
    void missingFlagsOfTheLauncherAreSaidOnce() {
        try (JdsmProcess job = mpirun(2, Map.of("JDSM_VERBOSE", "true"), "jdsm.examples.Hello")) {
            assertThat(job.end().err())
                    .singleElement()
                    .asString()
                    .startsWith("jdsm: the ranks' JVMs have not the launcher's flags")
                    .endsWith("jdsm jvm-flags prints them");
        }
    }

    @Tag("once")
    @Test
    void jdsmsOwnVariablesWin() {
        try (JdsmProcess job = mpirun(2, Map.of("JDSM_RANKS", "1"), "jdsm.examples.Hello")) {
            assertThat(job.end().ok().out()).hasSize(2).allMatch(line -> line.endsWith("on rank 0 of 1"));
        }
    }

    @Tag("once")
    @Test
    void aKilledMpirunLeavesNoRank() {
        try (JdsmProcess job = mpirun(2, Map.of(), "jdsm.examples.programs.Barriers", "/no/such/file")) {
            job.awaitLine("begun");
            List<ProcessHandle> ranks = job.ranks();

            JdsmProcess.signal("KILL", job.handle());

            await().atMost(Duration.ofSeconds(10)).until(() -> ranks.stream().noneMatch(ProcessHandle::isAlive));
        }
    }

    @Tag("once")
    @Test
    void aDirectoryThatOthersMayChangeIsRefusedInOneLine() throws IOException {
        Path open = Files.createDirectories(caches.resolve("open"));
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwxrwx"));
        try (JdsmProcess job = mpirun(2, Map.of("JDSM_RENDEZVOUS_DIR", open.toString()), "jdsm.examples.Hello")) {
            Outcome outcome = job.end();
            assertThat(outcome.status()).isNotZero();
            assertThat(outcome.err())
                    .anyMatch(line -> line.startsWith("jdsm: the ranks cannot meet by a file in " + open));
        }
    }
}
