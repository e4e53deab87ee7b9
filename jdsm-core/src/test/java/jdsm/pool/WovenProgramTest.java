package jdsm.pool;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import jdsm.Protocol;
import jdsm.SPMD;
import jdsm.node.TestJob;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the agent makes of programs, with every protocol. */
@Tag("once")
class WovenProgramTest {
    private static void run(Class<? extends SPMD> program, int ranks, int threads, int rounds) {
        for (Protocol consistency : Protocol.values()) {
            if (consistency != Protocol.STRICT) {
                TestJob.run(consistency, program, ranks, threads, Integer.toString(rounds))
                        .ok();
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"2,2", "3,1"})
    void rowsOfAMatrix(int ranks, int threads) {
        run(WovenPrograms.Rows.class, ranks, threads, 5);
    }

    @ParameterizedTest
    @CsvSource({"2,2", "3,1"})
    void objectsThatAreMadeWhileComputing(int ranks, int threads) {
        run(WovenPrograms.Stack.class, ranks, threads, 10);
    }

    @ParameterizedTest
    @CsvSource({"2,2", "3,1"})
    void volatileFields(int ranks, int threads) {
        run(WovenPrograms.Turns.class, ranks, threads, 10);
    }

    @ParameterizedTest
    @CsvSource({"2,2", "3,1"})
    void waitAndNotify(int ranks, int threads) {
        run(WovenPrograms.Buffer.class, ranks, threads, 10);
    }

    @ParameterizedTest
    @CsvSource({"2,1", "2,2", "4,1"})
    void locksThatAllTakeOften(int ranks, int threads) {
        run(MonitorPrograms.Often.class, ranks, threads, 400);
    }

    @ParameterizedTest
    @CsvSource({"2,1", "3,2"})
    void aThreadThatWaitsWhileItsObjectBecomesShared(int ranks, int threads) {
        run(MonitorPrograms.SharedWhileWaiting.class, ranks, threads, 1);
    }

    @ParameterizedTest
    @CsvSource({"2,1", "2,2"})
    void waitsThatNobodyNotifiesEnd(int ranks, int threads) {
        run(MonitorPrograms.Timed.class, ranks, threads, 20);
    }

    @ParameterizedTest
    @CsvSource({"2,1", "2,2", "3,1"})
    void aMonitorIsKeptByWhoHasIt(int ranks, int threads) {
        run(WovenPrograms.SharedWhileHeld.class, ranks, threads, 1);
    }

    /** Copies of objects go along with the replies about others, under each protocol. */
    @ParameterizedTest
    @CsvSource({"2,1,1", "2,2,2", "3,1,3", "3,1,4"})
    void randomGraphs(int ranks, int threads, int seed) {
        for (Protocol consistency : Protocol.values()) {
            if (consistency != Protocol.STRICT) {
                TestJob.run(consistency, GraphProgram.class, ranks, threads, Integer.toString(seed), "15")
                        .ok();
            }
        }
    }

    /** Several objects share a unit: ranks write its objects, and fields of one object, in the same interval. */
    @ParameterizedTest
    @CsvSource({"1,2,1", "2,1,2", "2,2,3", "3,1,4", "4,1,5"})
    void severalObjectsInAUnit(int ranks, int threads, int seed) {
        for (Protocol consistency : Protocol.values()) {
            if (consistency != Protocol.STRICT) {
                TestJob.run(consistency, FlockProgram.class, ranks, threads, Integer.toString(seed), "3")
                        .ok();
            }
        }
    }

    @Test
    void finishSeesTheResult() {
        assertThat(TestJob.run(WovenPrograms.Stack.class, 2, 1, "5").ok().out())
                .isEqualTo(List.of("count 10", "count 10"));
    }

    @Test
    void whatCannotBeSharedIsNamed() {
        assertThat(TestJob.run(WovenPrograms.Unshareable.class, 2, 1).errors())
                .contains("Unshareable.things[1] refers to a java.lang.StringBuilder, which cannot be shared");
    }

    @Test
    void strictIsRefused() {
        assertThat(TestJob.run(Protocol.STRICT, WovenPrograms.Stack.class, 2, 1, "1")
                        .errors())
                .contains("a woven program cannot run under strict")
                .contains("run it with --check");
    }

    @Test
    void differentStringsAreAnError() {
        assertThat(TestJob.run(WovenPrograms.DifferentText.class, 2, 1).errors())
                .contains(".text is 'made by 0' on rank 0, where rank 1 has 'made by 1'");
    }

    @Test
    void differentContentIsAnError() {
        assertThat(TestJob.run(WovenPrograms.Different.class, 2, 1).errors())
                .contains("WovenPrograms$Node (key 1)")
                .contains(".third is 0.0 on rank 0 and 1.0 on rank 1");
    }
}
