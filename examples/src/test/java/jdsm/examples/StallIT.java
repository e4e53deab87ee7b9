package jdsm.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a job says whose workers wait for each other. */
@Tag("once")
class StallIT {
    private static final String BANK = "jdsm.examples.programs.Bank";

    @ParameterizedTest
    @CsvSource({"2, 1, shm", "2, 2, tcp", "1, 2, inproc", "3, 1, inproc"})
    void aCycleIsCalledADeadlock(int ranks, int threads, String comm) {
        int workers = ranks * threads;
        try (JdsmProcess job = JdsmProcess.launchWoven(
                "-p", "" + ranks, "-t", "" + threads, "--comm", comm, "--timeout", "12", BANK)) {
            Outcome outcome = job.end();

            assertThat(outcome.status()).isEqualTo(124);
            String cycle = "jdsm: deadlock: rank 0 worker 0";
            for (int worker = 1; worker < workers; worker++) {
                cycle += " waits for rank " + worker / threads + " worker " + worker;
            }
            assertThat(outcome.err()).contains(cycle + " waits for rank 0 worker 0");
            String lock = "Bank.accounts[" + 1 % workers + "].lock, java.lang.Object";
            assertThat(outcome.err())
                    .anyMatch(line -> line.startsWith("jdsm: rank 0 worker 0 has waited ") && line.contains(lock));
        }
    }

    @Test
    void itIsToldAfterTenSecondsByFieldsWithStacks() {
        try (JdsmProcess job = JdsmProcess.launchWoven("-p", "2", "--verbose", BANK)) {
            String waits = job.awaitError("jdsm: rank 1 worker 1 has waited .*");
            job.awaitError("jdsm: deadlock: .*");

            assertThat(waits)
                    .matches(
                            ".* has waited 1\\d\\.\\d s to acquire the lock of Bank\\.accounts\\[0]\\.lock, .*"
                                    + "which rank 0 worker 0 has, at jdsm\\.examples\\.programs\\.Bank\\.transfer\\(Bank\\.java:\\d+\\)");
            assertThat(job.awaitErrors("jdsm: rank . worker ., for which rank . worker . waits, is waiting at", 2))
                    .hasSize(2);
            assertThat(job.awaitErrors("jdsm:     jdsm.examples.programs.Bank.start\\(Bank.java:.*", 2))
                    .hasSize(2);
        }
    }

    @Test
    void whereTheFirstRankIsStoppedAnotherOneSaysWhatItKnows() throws IOException {
        try (JdsmProcess job = JdsmProcess.launchWoven("-p", "2", "--verbose", BANK)) {
            job.awaitLines("\\[.] has the first lock", 2);
            for (ProcessHandle rank : job.ranks()) {
                String environment = Files.readString(Path.of("/proc/" + rank.pid() + "/environ"));
                if (List.of(environment.split("\0")).contains("JDSM_RANK=0")) {
                    JdsmProcess.signal("STOP", rank);
                }
            }

            job.awaitError(
                    "jdsm: rank 1 worker 1 has waited 1\\d\\.\\d s to acquire the lock of Bank.accounts\\[0].lock, .*");
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
