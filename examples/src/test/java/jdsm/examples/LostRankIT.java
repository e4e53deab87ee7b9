package jdsm.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Processes of a running job are killed, stopped, or asked to end. */
@Tag("once")
class LostRankIT {
    private static final String BARRIERS = "jdsm.examples.programs.Barriers";
    /** A file that does not come to be, so that {@code Barriers} does not end. */
    private static final String NEVER = "/no/such/file";
    /** How long a rank may live after another one has died. */
    private static final Duration NOTICE = Duration.ofSeconds(5);

    @ParameterizedTest
    @CsvSource({BARRIERS, "jdsm.examples.programs.Collecting"})
    void aKilledRankEndsTheJob(String program) {
        try (JdsmProcess job = JdsmProcess.launch("-p", "3", program, NEVER)) {
            ProcessHandle victim = rank(job, 1);
            List<ProcessHandle> others = List.of(rank(job, 0), rank(job, 2));
            job.awaitLine("begun");

            JdsmProcess.signal("KILL", victim);

            await().atMost(NOTICE).until(() -> others.stream().noneMatch(ProcessHandle::isAlive));
            Outcome outcome = job.end();
            assertThat(outcome.err())
                    .contains("jdsm: rank 1 was killed by signal 9 (SIGKILL), exit status 137")
                    .anyMatch(line -> line.matches("\\[\\d] jdsm: rank \\d ends: lost rank 1: .*"));
            assertThat(outcome.status()).isEqualTo(1);
        }
    }

    @Test
    void aKilledRankEndsThoseThatCompute() {
        try (JdsmProcess job =
                JdsmProcess.launch("-p", "2", "jdsm.examples.programs.Computing", "initialize", "wait")) {
            job.awaitLine("\\[1] computing");
            // Rank 0 waits for rank 1, and nothing distinguishes their processes but what they do.
            List<ProcessHandle> ranks = job.ranks();
            assertThat(ranks).hasSize(2);

            JdsmProcess.signal("KILL", ranks.get(0));

            await().atMost(NOTICE).until(() -> !ranks.get(1).isAlive());
            Outcome outcome = job.end();
            assertThat(outcome.err().toString()).contains("was killed by signal 9 (SIGKILL), exit status 137");
            assertThat(outcome.status()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @CsvSource({"TERM, 143", "INT, 130"})
    void aLauncherThatIsAskedToEndEndsAllRanks(String signal, int status) {
        // A shell starts background jobs with SIGINT ignored, which is inherited.
        List<String> reset = List.of("env", "--default-signal=INT");
        try (JdsmProcess job = JdsmProcess.launchBy(reset, "-p", "3", BARRIERS, NEVER)) {
            ProcessHandle stopped = rank(job, 2);
            job.awaitLine("begun");
            JdsmProcess.signal("STOP", stopped);

            JdsmProcess.signal(signal, job.handle());

            assertThat(job.end().status()).isEqualTo(status);
        }
    }

    @Test
    void ranksEndWithAKilledLauncher() {
        try (JdsmProcess job = JdsmProcess.launch("-p", "2", BARRIERS, NEVER)) {
            job.awaitLine("begun");

            JdsmProcess.signal("KILL", job.handle());

            job.assertNobodyIsLeft();
        }
    }

    @Test
    void ranksOfOneProcessEndWithAKilledLauncher() {
        try (JdsmProcess job = JdsmProcess.launch("-p", "2", "--comm", "inproc", BARRIERS, NEVER)) {
            job.awaitLine("begun");

            JdsmProcess.signal("KILL", job.handle());

            job.assertNobodyIsLeft();
        }
    }

    @Test
    void aStoppedRankIsNotADeadRank(@TempDir Path directory) throws Exception {
        Path end = directory.resolve("end");
        try (JdsmProcess job = JdsmProcess.launch("-p", "3", BARRIERS, end.toString())) {
            ProcessHandle stopped = rank(job, 1);
            job.awaitLine("begun");

            JdsmProcess.signal("STOP", stopped);
            Files.createFile(end);
            boolean ended = job.endsWithin(3, TimeUnit.SECONDS);
            JdsmProcess.signal("CONT", stopped);

            assertThat(ended).isFalse();
            Matcher last = Pattern.compile("counted (\\d+) in (\\d+) rounds")
                    .matcher(String.join("\n", job.end().ok().out()));
            assertThat(last.find()).isTrue();
            assertThat(Long.parseLong(last.group(1))).isEqualTo(3 * Long.parseLong(last.group(2)));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"tcp", "shm", "mixed"})
    void aRankThatIsSilentForTooLongIsLost(String transport) {
        try (JdsmProcess job =
                JdsmProcess.launch("-p", "3", "--comm", transport, "--lost-after", "2", BARRIERS, NEVER)) {
            ProcessHandle stopped = rank(job, 1);
            job.awaitLine("begun");

            JdsmProcess.signal("STOP", stopped);

            Outcome outcome = job.end();
            assertThat(outcome.err())
                    .anyMatch(line -> line.matches("\\[[02]] jdsm: rank [02] ends: lost rank 1 \\(.+\\):"
                            + " no sign of life for \\d+ s, since \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d; .*"))
                    .allMatch(line -> !line.matches(".*lost rank [02].*"))
                    .contains("jdsm: rank 1 did not react: ended by the launcher, 5 s after the others had lost it");
            assertThat(outcome.status()).isEqualTo(70);
        }
    }

    @Test
    void withoutABoundNobodyListensForSignsOfLife() {
        try (JdsmProcess job = JdsmProcess.launch("-p", "2", "--lost-after", "never", BARRIERS, NEVER)) {
            job.awaitLine("begun");

            assertThat(job.ranks())
                    .hasSize(2)
                    .allSatisfy(each -> assertThat(threads(each))
                            .isNotEmpty()
                            .noneMatch(thread -> thread.startsWith("jdsm-pulse")));
        }
    }

    @Test
    void aStoppedRankOfLu() throws InterruptedException {
        try (JdsmProcess job = JdsmProcess.launch("-p", "3", "LuByHand", "-n", "256", "--reps", "30")) {
            await().atMost(Duration.ofSeconds(60)).until(() -> job.ranks().size() == 3);
            ProcessHandle stopped = job.ranks().get(1);
            await().atMost(Duration.ofSeconds(60))
                    .pollInterval(Duration.ofMillis(20))
                    .until(() -> computes(stopped));

            JdsmProcess.signal("STOP", stopped);
            boolean ended = job.endsWithin(3, TimeUnit.SECONDS);
            JdsmProcess.signal("CONT", stopped);

            assertThat(ended).isFalse();
            assertThat(new LuOutput(job.end().ok().out()).verdict()).isEqualTo("OK");
        }
    }

    /** The names of a process's threads, as far as the system keeps them. */
    private static List<String> threads(ProcessHandle process) throws IOException {
        List<String> names = new ArrayList<>();
        try (DirectoryStream<Path> threads = Files.newDirectoryStream(Path.of("/proc/" + process.pid() + "/task"))) {
            for (Path thread : threads) {
                names.add(Files.readString(thread.resolve("comm")));
            }
        }
        return names;
    }

    /** Whether a rank has come to {@code start}. LU says nothing before its end, but its worker has a name. */
    private static boolean computes(ProcessHandle rank) throws IOException {
        try (DirectoryStream<Path> threads = Files.newDirectoryStream(Path.of("/proc/" + rank.pid() + "/task"))) {
            for (Path thread : threads) {
                if (Files.readString(thread.resolve("comm")).startsWith("jdsm-worker")) {
                    return true;
                }
            }
        } catch (NoSuchFileException e) {
            // A thread that has just ended.
        }
        return false;
    }

    /** The process of a rank of {@code Barriers}; blocks until it has said which it is. */
    private static ProcessHandle rank(JdsmProcess job, int rank) {
        String prefix = "[" + rank + "] pid ";
        String line = job.awaitLine("\\Q" + prefix + "\\E\\d+");
        return ProcessHandle.of(Long.parseLong(line.substring(prefix.length()))).orElseThrow();
    }
}
