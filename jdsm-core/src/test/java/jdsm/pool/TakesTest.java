package jdsm.pool;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import jdsm.coherence.CoherenceProtocol.Initial;
import jdsm.coherence.Content;
import jdsm.coherence.Publication;
import jdsm.coherence.UnitState;
import jdsm.coherence.home.MovingHome;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TakesTest {
    private static final int WORKER = 1;

    private long now;
    private final List<UnitState> letGo = new CopyOnWriteArrayList<>();
    private final Slices slices = new Slices(2, letGo::add);
    private final Takes takes = new Takes(slices, 2, () -> now);
    private final UnitState flag = unit(7);

    private static UnitState unit(int unit) {
        return new MovingHome(0, 2).newState(new Initial(unit, 0, false, Content.ELEMENTS, Publication.INVALIDATE));
    }

    @AfterEach
    void close() {
        slices.close();
    }

    /** A miss and a write, so often. Returns how often the read was to take the hold, and did. */
    private int handOver(UnitState unit, int times) {
        int took = 0;
        for (int i = 0; i < times; i++) {
            if (takes.misses(WORKER, unit)) {
                takes.keep(WORKER, unit);
                took++;
            }
            takes.writes(WORKER, unit);
        }
        return took;
    }

    @Test
    void aReadTakesTheHoldIfWritesHaveFollowedTheReadsBefore() {
        assertThat(handOver(flag, 2)).isZero();
        assertThat(takes.misses(WORKER, flag)).isTrue();
    }

    @Test
    void aWriteFindsTheHoldOfTheRead() {
        handOver(flag, 2);
        takes.misses(WORKER, flag);
        takes.keep(WORKER, flag);

        assertThat(slices.isKept(WORKER, flag)).isTrue();
        if (takes.writes(WORKER, flag)) { // false if this thread was stopped so long that the guard came first
            assertThat(letGo).isEmpty();
        }
        assertThat(slices.isKept(WORKER, flag)).isFalse();
    }

    @Test
    void readsWithoutWritesTakeNothing() {
        handOver(flag, 1);
        for (int i = 0; i < 20; i++) {
            assertThat(takes.misses(WORKER, flag)).isFalse();
        }
        assertThat(handOver(flag, 2)).isZero(); // begins anew
    }

    @Test
    void aReaderThatReadsAgainAndAgainGivesTheHoldUp() {
        handOver(flag, 2);
        takes.misses(WORKER, flag);
        takes.keep(WORKER, flag);
        int reads = 0;
        while (takes.readsKept(WORKER, flag)) {
            reads++;
        }

        takes.settle(WORKER, flag); // waits for the guard, if that has come first
        assertThat(reads).isLessThanOrEqualTo(4);
        assertThat(letGo).containsExactly(flag);
        assertThat(takes.writes(WORKER, flag)).isFalse();
    }

    @Test
    void aHoldThatNoWriteHasFoundDoublesTheNumberOfMisses() {
        handOver(flag, 2);
        takes.misses(WORKER, flag);
        takes.keep(WORKER, flag);
        slices.giveUp(WORKER);
        takes.writes(WORKER, flag);

        assertThat(handOver(flag, 4)).isZero();
        assertThat(takes.misses(WORKER, flag)).isTrue();
    }

    @Test
    void aHoldBeforeALongComputationCountsAsOneInVain() {
        handOver(flag, 2);
        takes.misses(WORKER, flag);
        takes.keep(WORKER, flag);
        now += 60_000;
        takes.writes(WORKER, flag);

        assertThat(handOver(flag, 4)).isZero();
        assertThat(takes.misses(WORKER, flag)).isTrue();
    }

    @Test
    void aWorkerGivesUpBeforeItWaitsButNotWhileItFetches() {
        handOver(flag, 2);
        takes.misses(WORKER, flag);
        takes.keep(WORKER, flag);
        takes.whileFetching(WORKER, () -> {
            takes.giveUp(WORKER);
            assertThat(slices.isKept(WORKER, flag) || slices.isOnlyKept(flag) || letGo.size() == 1)
                    .isTrue(); // the guard may have come
        });
        takes.giveUp(WORKER);

        assertThat(letGo).containsExactly(flag);
    }

    @Test
    void anotherUseOfTheUnitFindsNoKeptHold() {
        handOver(flag, 2);
        takes.misses(WORKER, flag);
        takes.keep(WORKER, flag);
        takes.settle(WORKER, flag);

        assertThat(letGo).containsExactly(flag);
    }

    @Test
    void aThreadThatIsNoWorkerTakesNothing() {
        for (int i = 0; i < 5; i++) {
            assertThat(takes.misses(-1, flag)).isFalse();
            assertThat(takes.writes(-1, flag)).isFalse();
            assertThat(takes.readsKept(-1, flag)).isFalse();
        }
    }

    @Test
    void usesOfOtherUnitsInTheSamePlaceBeginAnew() {
        handOver(flag, 2);
        handOver(unit(15), 1);
        assertThat(takes.misses(WORKER, flag)).isFalse();
    }
}
