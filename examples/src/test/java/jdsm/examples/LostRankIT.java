package jdsm.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Processes of a running job are killed, stopped, or asked to end. */
class LostRankIT {
    private static final String BARRIERS = "jdsm.examples.programs.Barriers";
    /** How long a rank may live after another one has died. */
    private static final Duration NOTICE = Duration.ofSeconds(5);

    private static final Duration WELL_BEGUN = Duration.ofSeconds(2);

    @Test
    void aKilledRankEndsTheJob() {
        try (JdsmProcess job = JdsmProcess.launch("-p", "3", BARRIERS, "forever")) {
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
        try (JdsmProcess job = JdsmProcess.launchBy(reset, "-p", "3", BARRIERS, "forever")) {
            ProcessHandle stopped = rank(job, 2);
            job.awaitLine("begun");
            JdsmProcess.signal("STOP", stopped);

            JdsmProcess.signal(signal, job.handle());

            assertThat(job.end().status()).isEqualTo(status);
        }
    }

    @Test
    void ranksEndWithAKilledLauncher() {
        try (JdsmProcess job = JdsmProcess.launch("-p", "2", BARRIERS, "forever")) {
            job.awaitLine("begun");

            JdsmProcess.signal("KILL", job.handle());

            job.assertNobodyIsLeft();
        }
    }

    @Test
    void ranksOfOneProcessEndWithAKilledLauncher() {
        try (JdsmProcess job = JdsmProcess.launch("-p", "2", "--comm", "inproc", BARRIERS, "forever")) {
            job.awaitLine("begun");

            JdsmProcess.signal("KILL", job.handle());

            job.assertNobodyIsLeft();
        }
    }

    @Test
    void aStoppedRankIsNotADeadRank() throws InterruptedException {
        try (JdsmProcess job = JdsmProcess.launch("-p", "3", BARRIERS, "3000")) {
            ProcessHandle stopped = rank(job, 1);
            job.awaitLine("begun");

            JdsmProcess.signal("STOP", stopped);
            boolean ended = job.endsWithin(3, TimeUnit.SECONDS);
            JdsmProcess.signal("CONT", stopped);

            assertThat(ended).isFalse();
            assertThat(job.end().ok().out()).contains("counted 9000");
        }
    }

    @Test
    void aStoppedRankOfLu() throws InterruptedException {
        try (JdsmProcess job = JdsmProcess.launch("-p", "3", "LuByHand", "-n", "256", "--reps", "150")) {
            await().atMost(Duration.ofSeconds(60)).until(() -> job.ranks().size() == 3);
            ProcessHandle stopped = job.ranks().get(1);
            // It says nothing before its end; more than this no JVM needs to start.
            await().atMost(Duration.ofSeconds(60))
                    .until(() -> stopped.info()
                                    .totalCpuDuration()
                                    .orElse(Duration.ZERO)
                                    .compareTo(WELL_BEGUN)
                            > 0);

            JdsmProcess.signal("STOP", stopped);
            boolean ended = job.endsWithin(3, TimeUnit.SECONDS);
            JdsmProcess.signal("CONT", stopped);

            assertThat(ended).isFalse();
            assertThat(new LuOutput(job.end().ok().out()).verdict()).isEqualTo("OK");
        }
    }

    /** The process of a rank of {@code Barriers}; blocks until it has said which it is. */
    private static ProcessHandle rank(JdsmProcess job, int rank) {
        String prefix = "[" + rank + "] pid ";
        String line = job.awaitLine("\\Q" + prefix + "\\E\\d+");
        return ProcessHandle.of(Long.parseLong(line.substring(prefix.length()))).orElseThrow();
    }
}
