package jdsm.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.regex.Pattern;
import jdsm.SPMD;
import jdsm.examples.programs.Failing;
import jdsm.examples.programs.Misusing;
import jdsm.examples.programs.Receiving;
import jdsm.examples.programs.UnevenBarriers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Programs that fail end the job on all ranks, and where it happened it is said. */
class ProgramFailureTest {
    private static final String AS_TOLD = "java.lang.IllegalStateException: as told";

    @ParameterizedTest
    @CsvSource({"constructor, the constructor", "initialize, initialize()", "start, start()", "finish, finish()"})
    void aProgramThatThrowsOnOneRank(String phase, String said) {
        Outcome outcome = run(Failing.class, phase, "1");

        assertThat(outcome.errorsWithoutTraces()).containsExactlyInAnyOrder(failures(said + " threw " + AS_TOLD));
        assertThat(outcome.status()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "acquire-unregistered|java.lang.IllegalArgumentException: not registered: an object of int[]; "
                        + "register it in initialize()",
                "release-unacquired|java.lang.IllegalStateException: release without acquire: "
                        + "int[10] in blocks of 4 (key 0), block 2",
                "release-twice|java.lang.IllegalStateException: release without acquire: "
                        + "int[10] in blocks of 4 (key 0), block 0",
                "index|java.lang.IndexOutOfBoundsException: index 10 of int[10] in blocks of 4 (key 0)",
                "range|java.lang.IndexOutOfBoundsException: range 3 to 11 of int[10] in blocks of 4 (key 0)"
            })
    void misuseOfThePool(String how, String exception) {
        Outcome outcome = run(Misusing.class, how);

        assertThat(outcome.errorsWithoutTraces()).containsExactlyInAnyOrder(failures("start() threw " + exception));
        assertThat(outcome.err().toString()).contains("jdsm.examples.programs.Misusing.misuse(Misusing.java:");
        assertThat(outcome.status()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "register-in-start|register is allowed in initialize() only",
                "acquire-in-initialize|shared objects cannot be accessed before all ranks have run initialize():"
                        + " do it in start()"
            })
    void useOfThePoolInTheWrongPhase(String how, String refusal) {
        Outcome outcome = run(Misusing.class, how);

        assertThat(outcome.errorsWithoutTraces())
                .anyMatch(line -> line.matches("jdsm: rank \\d: " + Pattern.quote(refusal)
                        + "; at jdsm.examples.programs.Misusing.\\w+\\(Misusing.java:\\d+\\)"));
        assertThat(outcome.status()).isEqualTo(1);
    }

    @Test
    void aBarrierThatMeetsTheEndOfStart() {
        assertBarrierMeetsEnd(run(UnevenBarriers.class));
    }

    /** Either rank may be the one that finds out. */
    static void assertBarrierMeetsEnd(Outcome outcome) {
        String inBarrier =
                "is in barrier() number 1 at jdsm.examples.programs.UnevenBarriers.start(UnevenBarriers.java:10)";
        assertThat(outcome.errorsWithoutTraces())
                .anyMatch(
                        line -> line.endsWith(
                                        "rank 0 " + inBarrier + " while rank 1 has ended start() after 0 barriers")
                                || line.endsWith(
                                        "rank 1 has ended start() after 0 barriers while rank 0 is in barrier() number 1"));
        assertThat(outcome.status()).isEqualTo(1);
    }

    @Test
    void aBarrierThatMeetsTheEndOfStartInOneRank() {
        Outcome outcome = InprocRun.run(UnevenBarriers.class, 1, 2);

        assertThat(outcome.errorsWithoutTraces())
                .anyMatch(line -> line.matches("jdsm: rank 0: worker [01] .* while worker [01] .*")
                        && line.contains("is in barrier() number 1 at jdsm.examples.programs.UnevenBarriers.start(")
                        && line.contains("has ended start() after 0 barriers"));
        assertThat(outcome.status()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"start", "initialize"})
    void threadsThatWaitForEverDoNotKeepAFailedJob(String phase) {
        Outcome outcome = run(Receiving.class, phase);

        assertThat(outcome.err().toString()).contains("rank 0: " + phase + "() threw " + AS_TOLD);
        assertThat(outcome.status()).isEqualTo(1);
    }

    /** What two ranks say when rank 1 fails. */
    private static String[] failures(String what) {
        return new String[] {"jdsm: rank 0 ends: rank 1: " + what, "jdsm: rank 1: " + what};
    }

    private static Outcome run(Class<? extends SPMD> program, String... args) {
        return InprocRun.run(program, 2, 1, args);
    }
}
