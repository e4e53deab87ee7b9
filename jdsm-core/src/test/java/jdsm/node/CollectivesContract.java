package jdsm.node;

import static org.assertj.core.api.Assertions.assertThat;

import jdsm.Protocol;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What every transport gives to collective calls. A transport is a subclass. */
abstract class CollectivesContract {
    private static final String ROUNDS = "20";

    private final TestJob.Transport transport;

    CollectivesContract(TestJob.Transport transport) {
        this.transport = transport;
    }

    private void run(Protocol consistency, int ranks, int threads, String rounds) {
        assertThat(TestJob.run(transport, consistency, CollectiveProgram.class, ranks, threads, rounds)
                        .ok()
                        .out())
                .hasSize(ranks * threads)
                .containsOnly("ok");
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "1, 2", "2, 1", "2, 2", "3, 1", "3, 2", "4, 1", "4, 2", "8, 1", "8, 2"})
    void resultsAreThoseOfALoopOverTheWorkers(int ranks, int threads) {
        run(Protocol.WRITE_INVALIDATE, ranks, threads, ROUNDS);
    }

    @ParameterizedTest
    @EnumSource(Protocol.class)
    void allProtocolsTreatACallAsABarrier(Protocol consistency) {
        run(consistency, 3, 2, ROUNDS);
    }

    @Test
    void manyRoundsHaveTheSameBits() {
        run(Protocol.LAZY_RELEASE, 3, 1, "1000");
    }

    @ParameterizedTest
    @CsvSource({
        "sum, barrier",
        "barrier, sum",
        "sum, none",
        "none, gather",
        "sum, max",
        "sum, sum of longs",
        "three, four",
        "four, four longs",
        "3000, 4000",
        "three, 3000",
        "of 0, of 1",
        "gather, of 0",
        "loop, longer loop",
        "loop, loop in blocks",
        "loop in blocks, sum"
    })
    void mixedCallsFailOnAllRanksAndAreNamed(String most, String last) {
        for (int ranks : new int[] {2, 3}) {
            TestJob.Result result =
                    TestJob.run(transport, Protocol.LAZY_RELEASE, MixedCalls.class, ranks, 1, most, last);

            assertThat(result.status()).isEqualTo(1);
            assertThat(result.err())
                    .anyMatch(line -> line.matches("jdsm: rank \\d: rank \\d .* while rank \\d .*")
                            && line.contains(MixedCalls.WORDS.get(most))
                            && line.contains(MixedCalls.WORDS.get(last)));
            assertThat(result.out()).doesNotContain("went on");
        }
    }

    @ParameterizedTest
    @CsvSource({"sum, barrier", "sum, max", "3000, 4000", "of 0, of 1", "loop, none"})
    void mixedCallsWithinARankFailAndAreNamed(String most, String last) {
        TestJob.Result result = TestJob.run(transport, Protocol.LAZY_RELEASE, MixedCalls.class, 1, 2, most, last);

        assertThat(result.status()).isEqualTo(1);
        assertThat(result.errors())
                .containsPattern("rank 0: worker [01] (is|has) .* while worker [01] (is|has) ")
                .contains(MixedCalls.WORDS.get(most), MixedCalls.WORDS.get(last));
        assertThat(result.out()).doesNotContain("went on");
    }
}
