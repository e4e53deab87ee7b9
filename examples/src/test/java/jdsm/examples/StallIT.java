package jdsm.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a job says whose workers wait for each other. */
@Tag("once")
class StallIT {
    private static final String BANK = "jdsm.examples.programs.Bank";

    private static final String KEEPING = "jdsm.examples.programs.Keeping";

    @ParameterizedTest
    @CsvSource({"2, 2, tcp", "3, 1, shm", "3, 1, inproc"})
    void aCycleEndsTheJobBeforeAnythingElseIsReported(int ranks, int threads, String comm) {
        int workers = ranks * threads;
        Outcome outcome = run(ranks, threads, comm, BANK);

        assertThat(outcome.status()).isEqualTo(1);
        StringBuilder cycle = new StringBuilder("rank 0: deadlock: ");
        for (int worker = 0; worker < workers; worker++) {
            int next = (worker + 1) % workers;
            assertThat(outcome.err())
                    .anyMatch(line -> line.matches("jdsm: " + name(next, threads)
                            + " has the (lock|monitor) of Bank\\.accounts\\[" + next
                            + "]\\.lock, java\\.lang\\.Object.*"
                            + " and has waited \\d\\.\\d s for the (lock|monitor) of Bank\\.accounts\\["
                            + (next + 1) % workers + "]\\.lock, java\\.lang\\.Object.*, which "
                            + name((next + 1) % workers, threads) + " has, at"));
            cycle.append(worker == 0 ? "" : "; ")
                    .append(name(worker, threads))
                    .append(
                            " waits at jdsm\\.examples\\.programs\\.Bank\\.transfer\\(Bank\\.java:\\d+\\) for .*, which ")
                    .append(name(next, threads))
                    .append(" has");
        }
        assertThat(outcome.err()).anyMatch(line -> line.matches(".*" + cycle));
        assertThat(outcome.err())
                .filteredOn(line -> line.contains("jdsm:     jdsm.examples.programs.Bank.start(Bank.java:"))
                .hasSize(workers);
    }

    @ParameterizedTest
    @ValueSource(strings = {"tcp", "inproc"})
    void aCycleOfAcquiresEndsTheJob(String comm) {
        try (JdsmProcess job = JdsmProcess.launch("-p", "2", "--comm", comm, "jdsm.examples.programs.Deadlock")) {
            Outcome outcome = job.end();

            assertThat(outcome.status()).isEqualTo(1);
            assertThat(outcome.err())
                    .anyMatch(line -> line.matches(
                            ".*rank 0: deadlock: rank 0 worker 0 waits at .* for Deadlock\\.objects\\[1], int\\[2] \\(key 1\\),"
                                    + " which rank 1 worker 1 has; rank 1 worker 1 waits at .* for Deadlock\\.objects\\[0],"
                                    + " int\\[1] \\(key 0\\), which rank 0 worker 0 has"));
        }
    }

    private static String name(int worker, int threads) {
        return "rank " + worker / threads + " worker " + worker;
    }

    @ParameterizedTest
    @ValueSource(strings = {"shm", "tcp"})
    void aWorkerInABarrierKeepsALock(String comm) {
        Outcome outcome = run(2, 1, comm, "jdsm.examples.programs.LockedBarrier");

        assertThat(outcome.status()).isEqualTo(1);
        assertThat(outcome.err())
                .anyMatch(line -> line.contains("rank 0: deadlock: rank 0 worker 0 waits at ")
                        && line.contains(" in barrier 2 (BARRIER), where rank 1 worker 1 is missing; rank 1 worker 1 ")
                        && line.endsWith(", which rank 0 worker 0 has"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"shm", "tcp"})
    void aWorkerThatHasEndedStartIsToldThoughItsRankHasNot(String comm) {
        Outcome outcome = run(2, 2, comm, "jdsm.examples.programs.LeftAlone");

        assertThat(outcome.status()).isEqualTo(1);
        assertThat(outcome.err())
                .anyMatch(
                        line -> line.matches(
                                ".*rank 0: rank 1 worker 3 has ended start\\(\\) after 1 barrier while rank"
                                        + " 0 worker 0 is in barrier 2 \\(BARRIER\\) at .*\\.LeftAlone\\.start\\(LeftAlone\\.java:\\d+\\)"));
    }

    @ParameterizedTest
    @CsvSource({"2, 1, shm, 2", "2, 2, tcp, 3", "4, 1, inproc, 6"})
    void workersThatWaitLongForLocksAreNoDeadlock(int ranks, int threads, String comm, String seed) {
        Outcome outcome = run(ranks, threads, comm, "jdsm.examples.programs.Contended", seed);

        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.out()).containsExactly("all counted");
        assertThat(outcome.status()).isZero();
    }

    private static Outcome run(int ranks, int threads, String comm, String program, String... args) {
        List<String> all = new ArrayList<>(List.of("-p", "" + ranks, "-t", "" + threads, "--comm", comm, program));
        all.addAll(List.of(args));
        try (JdsmProcess job = JdsmProcess.launchWoven(all.toArray(String[]::new))) {
            return job.end();
        }
    }

    @Test
    void waitsAreToldAfterTenSecondsByFieldsWithStacks() {
        try (JdsmProcess job = JdsmProcess.launchWoven("-p", "2", "--verbose", KEEPING)) {
            String waits = job.awaitError("jdsm: rank 1 worker 1 has waited .*");
            job.awaitError("jdsm: rank 0 worker 0, for which rank 1 worker 1 waits, is running at");

            assertThat(waits)
                    .matches(
                            ".* has waited 1\\d\\.\\d s to acquire the lock of Keeping\\.kept\\[0], .*"
                                    + "which rank 0 worker 0 has, at jdsm\\.examples\\.programs\\.Keeping\\.start\\(Keeping\\.java:\\d+\\)");
            assertThat(job.awaitErrors("jdsm:     jdsm.examples.programs.Keeping.(keep|start)\\(Keeping.java:.*", 2))
                    .hasSize(2);
        }
    }

    @Test
    void whereTheFirstRankIsStoppedAnotherOneSaysWhatItKnows() throws IOException {
        try (JdsmProcess job = JdsmProcess.launchWoven("-p", "2", "--verbose", KEEPING)) {
            job.awaitLines("\\[1] wants the lock", 1);
            for (ProcessHandle rank : job.ranks()) {
                String environment = Files.readString(Path.of("/proc/" + rank.pid() + "/environ"));
                if (List.of(environment.split("\0")).contains("JDSM_RANK=0")) {
                    JdsmProcess.signal("STOP", rank);
                }
            }

            job.awaitError(
                    "jdsm: rank 1 worker 1 has waited 1\\d\\.\\d s to acquire the lock of Keeping.kept\\[0], .*");
            job.awaitError("jdsm: rank 0 does not answer: .*");
        }
    }

    @Test
    void aLoopThatWaitsForAnElementIsTold() {
        String spinning = "jdsm.examples.programs.Spinning";
        try (JdsmProcess job = JdsmProcess.launchWoven("-p", "2", "--timeout", "8", spinning)) {
            assertThat(job.end().err())
                    .anyMatch(line -> line.startsWith("jdsm: rank 1 worker 1, for which rank 0 worker 0 waits, is "))
                    .anyMatch(
                            line -> line.startsWith("jdsm:     the loop waits for an element of " + spinning + ".turns")
                                    && line.endsWith(" or say --volatile-elements " + spinning + ".turns"));
        }
        try (JdsmProcess job =
                JdsmProcess.launchWoven("-p", "2", "--volatile-elements", spinning + ".turns", spinning)) {
            assertThat(job.end().ok().out()).containsExactly("turns 1");
        }
    }
}
