package jdsm.comm.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import jdsm.comm.spi.Limits;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RollCallTest {
    /** Where the clock starts; near the overflow, for nanoTime may be anywhere. */
    private static final long START = Long.MAX_VALUE - 1000;

    private static final long LIMIT = 60_000_000_000L;

    private final List<String> told = new ArrayList<>();
    private RollCall roll;

    @BeforeEach
    void begin() {
        roll = roll(LIMIT);
    }

    private RollCall roll(long limit) {
        return new RollCall(4, limit, START, rank -> rank == 3 ? "10.0.0.3" : "", new RollCall.Actions() {
            @Override
            public void connect() {
                told.add("connect");
            }

            @Override
            public void begin() {
                told.add("begin");
            }

            @Override
            public void end(RollCall.End end) {
                told.add(end.rank() + ": " + end.reason());
            }
        });
    }

    private void allPresent() {
        for (int rank = 0; rank < 4; rank++) {
            roll.present(rank);
        }
        assertThat(told).containsExactly("connect");
        told.clear();
    }

    @Test
    void allComeAndConnect() {
        allPresent();
        for (int rank = 0; rank < 4; rank++) {
            assertThat(roll.hasBegun()).isFalse();
            roll.ready(rank);
        }
        assertThat(told).containsExactly("begin");
        assertThat(roll.nanosToNextStep(START)).isEqualTo(Long.MAX_VALUE);
        roll.gone(2);
        roll.processEnded(1, "ended");
        roll.advance(START + 2 * LIMIT);
        assertThat(told).containsExactly("begin");
    }

    @Test
    void whoGoesIsNamedOnceWithItsHost() {
        roll.present(3);
        roll.present(1);
        roll.gone(3);
        roll.gone(1);
        roll.processEnded(3, "was killed");
        assertThat(told).containsExactly("3: lost rank 3 (10.0.0.3) while the job was joining: its connection ended");
    }

    @Test
    void whoMayNotComeAnyMoreIsNamed() {
        roll.processEnded(2, "was killed by signal 9");
        assertThat(told).containsExactly("2: lost rank 2 while the job was joining: it was killed by signal 9");
    }

    @Test
    void theRankThatReallyGoesIsToBlameAndNotTheOneThatWasSeenToEnd() {
        allPresent();
        roll.failed(0, 1, "rank 1 ended its connection", START + 10);
        roll.advance(START + RollCall.SUSPICION_NANOS);
        assertThat(told).isEmpty();
        roll.gone(2);
        assertThat(told).hasSize(1).first().asString().startsWith("2: lost rank 2");
    }

    @Test
    void whoGoesBecauseOfAnotherIsNotToBlame() {
        allPresent();
        roll.failed(1, 2, "rank 2 is not reached", START + 10);
        roll.gone(1);
        assertThat(told).containsExactly("2: the job was not joined: rank 1 says: rank 2 is not reached");
    }

    @Test
    void reportsAreFollowedToTheRankThatReportsNobody() {
        allPresent();
        roll.failed(0, 1, "rank 1 ended", START + 10);
        roll.failed(1, 2, "rank 2 ended", START + 20);
        roll.failed(2, 3, "rank 3 is not reached", START + 30);
        assertThat(roll.nanosToNextStep(START + 30)).isEqualTo(RollCall.SUSPICION_NANOS - 20);
        roll.advance(START + 10 + RollCall.SUSPICION_NANOS);
        assertThat(told).containsExactly("3: the job was not joined: rank 2 says: rank 3 is not reached");
    }

    @Test
    void twoThatBlameEachOtherEndAsWell() {
        allPresent();
        roll.failed(0, 1, "rank 1 is not reached", START);
        roll.failed(1, 0, "rank 0 is not reached", START);
        roll.advance(START + RollCall.SUSPICION_NANOS);
        assertThat(told).hasSize(1).first().asString().contains("is not reached");
    }

    @Test
    void whoFailsForItsOwnReasonsSaysWhy() {
        allPresent();
        roll.failed(3, -1, "no memory", START);
        assertThat(told).containsExactly("3: rank 3 (10.0.0.3) cannot join the job: no memory");
    }

    @Test
    void whoIsMissingWhenTheTimeIsOverIsNamed() {
        roll.present(0);
        roll.present(3);
        roll.advance(START + LIMIT - 1);
        assertThat(told).isEmpty();
        assertThat(roll.nanosToNextStep(START + LIMIT - 1)).isEqualTo(1);
        roll.advance(START + LIMIT);
        assertThat(told)
                .containsExactly("-1: rank 1, rank 2 have not come to the rendezvous within 60 s;"
                        + " there are rank 0, rank 3 (10.0.0.3)");
    }

    @Test
    void whoIsNotConnectedWhenTheTimeIsOverIsNamed() {
        allPresent();
        roll.ready(0);
        roll.ready(1);
        roll.ready(2);
        roll.advance(START + LIMIT);
        assertThat(told).containsExactly("-1: rank 3 (10.0.0.3) could not connect to all others within 60 s");
    }

    @Test
    void withoutALimitNobodyIsLate() {
        roll = roll(Limits.NONE);
        roll.present(0);
        roll.advance(START + 1_000_000 * LIMIT);
        assertThat(told).isEmpty();
        assertThat(roll.nanosToNextStep(START)).isEqualTo(Long.MAX_VALUE);
    }
}
