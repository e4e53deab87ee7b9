package jdsm.agent;

import static org.assertj.core.api.Assertions.assertThat;

import jdsm.Protocol;
import jdsm.node.WovenRanks;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A boxed number that a field has had from the start, and other fields of the object, which other ranks write: a store to one
 * is not taken back by a rank that has the object's content of before.
 */
class BoxedFieldsTest {
    private static final String SOURCE = """
            public class P extends SPMD {
                static class Mixed { Integer whole = -1; Boolean odd = true; Double half = 7.0; String text = "-"; int arrived, turn; }
                Mixed mixed = new Mixed();
                Object lock = new Object();
                int wrong;
                void meet() {
                    synchronized (lock) {
                        if (++mixed.arrived == workers()) { mixed.arrived = 0; mixed.turn++; lock.notifyAll(); return; }
                        int turn = mixed.turn;
                        while (turn == mixed.turn) {
                            try { lock.wait(); } catch (InterruptedException e) { throw new IllegalStateException(e); }
                        }
                    }
                }
                boolean isRight(int round) {
                    return mixed.whole == round && mixed.odd == (round % 2 != 0) && mixed.half == round * 0.5
                            && mixed.text.equals("" + round);
                }
                public void start() {
                    for (int round = 0; round < 12; round++) {
                        meet();
                        if (worker() == round % workers()) {
                            mixed.whole = round; mixed.odd = round % 2 != 0; mixed.half = round * 0.5; mixed.text = "" + round;
                        }
                        meet();
                        boolean right = isRight(round);
                        barrier();
                        right &= isRight(round);
                        barrier();
                        if (!right) { synchronized (lock) { wrong++; } }
                        barrier();
                    }
                    if (worker() == 0) { report("wrong " + wrong); }
                }
            }
            """;

    @ParameterizedTest
    @EnumSource(
            value = Protocol.class,
            names = {"LAZY_RELEASE", "AUTO", "WRITE_INVALIDATE", "WRITE_UPDATE"})
    void noStoreIsLost(Protocol protocol) {
        CheckedJob job = CheckedJob.of(SOURCE);
        for (int run = 0; run < 3; run++) {
            WovenRanks.Ended ended = job.runUnchecked(3, 1, protocol);
            assertThat(ended.errors()).isEmpty();
            assertThat(ended.out()).containsExactly("wrong 0");
        }
    }
}
