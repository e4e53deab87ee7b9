package jdsm.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A call of {@code System.exit} on any rank ends all ranks, as it ends all threads of one JVM. */
class ExitingIT {
    private static Outcome run(String arguments) {
        try (JdsmProcess job = JdsmProcess.launchWoven(arguments.split(" "))) {
            return job.end();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "shm,exit -3",
        "tcp,exit -3",
        "shm,reference 0",
        "tcp,reference 0",
        "shm,thread 0",
        "shm,caught 0",
        "tcp,interrupted 0",
        "tcp,finish 0"
    })
    void allRanksEndWellBehindTheirHooks(String transport, String arguments) {
        Outcome outcome = run("--ranks 3 --comm " + transport + " jdsm.examples.programs.Exiting " + arguments)
                .ok();

        assertThat(outcome.out()).containsExactlyInAnyOrder("[0] hook 3", "[1] hook 3", "[2] hook 3");
    }

    @Test
    void initializeMayEndTheJob() {
        Outcome outcome =
                run("--ranks 2 jdsm.examples.programs.Exiting early 0").ok();

        // The second rank may hear of the end before it adds its hook.
        assertThat(outcome.out()).isNotEmpty().doesNotHaveDuplicates().allMatch(line -> line.matches("\\[.] hook 0"));
    }

    @ParameterizedTest
    @CsvSource({"shm", "tcp", "inproc"})
    void aCallBehindAFailureHidesNeitherItsReasonNorItsStatus(String transport) {
        Outcome outcome = run("--ranks 3 --comm " + transport + " jdsm.examples.programs.Exiting failed 0");

        assertThat(outcome.err())
                .anyMatch(line -> line.contains("start() threw java.lang.IllegalStateException: the cause"));
        assertThat(outcome.status()).isEqualTo(1);
    }

    @Test
    void oneOfSeveralCallsDecides() {
        Outcome outcome = run("--ranks 3 jdsm.examples.programs.Exiting several 4");

        assertThat(outcome.err()).hasSize(1).first().asString().matches("jdsm: rank \\d ended with exit status [456]");
        assertThat(outcome.status()).isBetween(4, 6);
    }

    @ParameterizedTest
    @CsvSource({"shm", "tcp"})
    void aStatusIsTheJobs(String transport) {
        Outcome outcome = run("--ranks 3 --comm " + transport + " jdsm.examples.programs.Exiting exit 4");

        assertThat(outcome.err()).hasSize(1).first().asString().matches("jdsm: rank \\d ended with exit status 7");
        assertThat(outcome.status()).isEqualTo(7);
    }

    @Test
    void aHaltRunsNoHooks() {
        Outcome outcome = run("--ranks 3 jdsm.examples.programs.Exiting halt 0").ok();

        assertThat(outcome.out()).isEmpty();
    }

    @Test
    void whatTheEndOfAJobWouldWriteIsSaidToBeMissing(@TempDir Path directory) {
        Outcome outcome = run(
                "--ranks 2 --stats " + directory.resolve("stats.json") + " jdsm.examples.programs.Exiting thread 0");

        outcome.failed(
                0,
                "jdsm: rank 1 ends the job by exit(0), so there is no result of --stats;"
                        + " return from start() and call exitStatus(0) for one");
        assertThat(directory).isEmptyDirectory();
    }
}
