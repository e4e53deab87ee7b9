package jdsm.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import jdsm.Protocol;
import jdsm.node.WovenRanks;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** Woven programs see in shared fields, static fields and arrays what other workers wrote before a collective call. */
@Timeout(60)
class WovenCollectivesTest {
    private static final CheckedJob JOB = CheckedJob.of(WovenCollectives.source(false));

    @ParameterizedTest
    @EnumSource(value = Protocol.class, mode = Mode.EXCLUDE, names = "STRICT")
    void aCallIsABarrier(Protocol protocol) {
        for (int threads : List.of(1, 2)) {
            WovenRanks.Ended ended = JOB.runUnchecked(3, threads, protocol);

            assertThat(ended.err()).isEmpty();
            assertThat(ended.out()).hasSize(3 * threads).containsOnly("ok");
        }
    }

    @Test
    void theRaceDetectorTakesACallForABarrier() {
        WovenRanks.Ended ended = JOB.run(2, 2);

        assertThat(ended.out()).containsOnly("ok");
        assertThat(ended.status()).as("%s", ended.err()).isZero();
    }

    @Test
    void theRaceDetectorSeesTheArraysThatACallReads() {
        String racy = """
                class P extends SPMD {
                    int[] few = new int[4];
                    public void start() {
                        if (worker() == 0) { few[1] = 1; }
                        int[] sum = Collectives.allReduce(few, Integer::sum);
                    }
                }
                """;

        assertThat(CheckedJob.of(racy).run(2, 1).err())
                .anyMatch(line -> line.contains("few[1]") || line.contains("P.java:4"));
    }
}
