package jdsm.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Programs that fail end all processes of the job, and where it happened it is said; {@link ProgramFailureTest} has more ways
 * to fail.
 */
@Tag("once")
class ProgramFailureIT {
    private static final String AS_TOLD = "java.lang.IllegalStateException: as told";

    @ParameterizedTest
    @CsvSource({"constructor, the constructor", "start, start()"})
    void aProgramThatThrowsOnOneRank(String phase, String said) {
        Outcome outcome = run("tcp", "Failing", phase, "1");

        assertThat(outcome.errorsWithoutTraces())
                .containsExactlyInAnyOrder(
                        "[0] jdsm: rank 0 ends: rank 1: " + said + " threw " + AS_TOLD,
                        "[1] jdsm: rank 1: " + said + " threw " + AS_TOLD,
                        "jdsm: rank 1 ended with exit status 1");
        assertThat(outcome.err()).contains("[1] " + AS_TOLD);
        assertThat(outcome.err().toString()).contains("jdsm.examples.programs.Failing.throwIn(Failing.java:");
        assertThat(outcome.status()).isEqualTo(1);
    }

    @Test
    void aProgramThatThrowsOnOneRankOfOneProcess() {
        Outcome outcome = run("inproc", "Failing", "start", "1");

        assertThat(outcome.errorsWithoutTraces())
                .containsExactlyInAnyOrder(
                        "[0] jdsm: rank 0 ends: rank 1: start() threw " + AS_TOLD,
                        "[1] jdsm: rank 1: start() threw " + AS_TOLD,
                        "jdsm: the job's process ended with exit status 1");
        assertThat(outcome.status()).isEqualTo(1);
    }

    @Test
    void aProgramThatThrowsOnAllRanks() {
        Outcome outcome = run("tcp", "Failing", "initialize", "all");

        String threw = "initialize() threw " + AS_TOLD;
        // Who has heard of another's failure before its own says that instead.
        assertThat(outcome.errorsWithoutTraces())
                .hasSizeBetween(3, 4)
                .allMatch(line -> line.matches("\\[\\d] jdsm: rank \\d( ends: rank \\d)?: \\Q" + threw + "\\E")
                        || line.matches("jdsm: rank \\d ended with exit status 1"));
        assertThat(outcome.status()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"tcp", "inproc"})
    void wrongArgumentsOfAProgramAreOneLine(String comm) {
        run(comm, "Failing", "usage", "all").failed(2, "jdsm: no such thing");
    }

    @Test
    void aBarrierThatMeetsTheEndOfStart() {
        ProgramFailureTest.assertBarrierMeetsEnd(run("tcp", "UnevenBarriers"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"initialize", "start", "finish"})
    void threadsThatComputeForEverDoNotKeepAFailedJob(String phase) {
        try (JdsmProcess job = JdsmProcess.launch("-p", "2", "-t", "2", program("Computing"), phase, "fail")) {
            Outcome outcome = job.end();

            assertThat(outcome.err()).contains("[0] " + AS_TOLD, "jdsm: rank 0 ended with exit status 1");
            assertThat(outcome.errorsWithoutTraces())
                    .contains("[1] jdsm: rank 1 ends: rank 0: " + phase + "() threw " + AS_TOLD);
            assertThat(outcome.status()).isEqualTo(1);
        }
    }

    @Test
    void threadsThatWaitForEverDoNotKeepAFailedJob() {
        Outcome outcome = run("tcp", "Receiving", "initialize");

        assertThat(outcome.err().toString()).contains("rank 0: initialize() threw " + AS_TOLD);
        assertThat(outcome.status()).isEqualTo(1);
    }

    private static String program(String name) {
        return "jdsm.examples.programs." + name;
    }

    private static Outcome run(String comm, String program, String... args) {
        List<String> all = new ArrayList<>(List.of("-p", "2", "--comm", comm, program(program)));
        all.addAll(List.of(args));
        try (JdsmProcess job = JdsmProcess.launch(all.toArray(String[]::new))) {
            return job.end();
        }
    }

    /** What the runtime was about to do is half done. The program catches the error, so only the runtime can tell. */
    @Test
    void aStackThatRunsOverInTheRuntimeEndsTheJob() {
        try (JdsmProcess job = JdsmProcess.launchWoven("-p", "2", "jdsm.examples.programs.Recursing")) {
            Outcome outcome = job.end();
            assertThat(outcome.status()).isNotZero();
            assertThat(outcome.err())
                    .anyMatch(line -> line.contains(": a thread has run out of stack in JDSM's own code at ")
                            && line.endsWith("for instance by --jvm-arg=-Xss16m"));
        }
    }
}
