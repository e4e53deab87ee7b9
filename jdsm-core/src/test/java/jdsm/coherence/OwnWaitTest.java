package jdsm.coherence;

import static org.assertj.core.api.Assertions.assertThat;

import jdsm.coherence.ReducerByHand.Wait;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A worker that has asked for a unit ahead of need, and takes it by itself while the service loop looks at the request: the
 * loop finds the unit held, and cannot see by whom yet. Whoever waits then must not wait for its own release.
 */
class OwnWaitTest {
    private final Wait worker = new Wait(new Thread());
    private final Wait other = new Wait(new Thread());

    /** The moment between a worker's compare-and-set and the store that names it: what the loop sees in it. */
    private static ReducerByHand heldByNobodyYet(Publication publication) {
        ReducerByHand rank = new ReducerByHand(0, 1, publication);
        assertThat(rank.unit.access()).isEqualTo(UnitState.OWNED);
        rank.unit.access(UnitState.HELD);
        return rank;
    }

    private static void isNamed(ReducerByHand rank, Wait holder) {
        rank.unit.hold(holder.worker(), rank.unit.access() == UnitState.HELD_WANTED);
    }

    @ParameterizedTest
    @EnumSource
    void aHoldThatItHasAskedForIsItsOwnToCount(Publication publication) {
        ReducerByHand rank = heldByNobodyYet(publication).acquires(worker).acquires(other);

        assertOnlyTheHoldersWaitEnds(rank, "again");

        assertThat(rank.unit.release()).as("somebody waits").isFalse();
        rank.hearsOfRelease();
        assertThat(rank.unit.heldBy(other.worker())).isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void aCopyThatItHasAskedForIsTheHeldOne(Publication publication) {
        ReducerByHand rank = heldByNobodyYet(publication).reads(worker).reads(other);

        assertOnlyTheHoldersWaitEnds(rank, "complete");
        rank.lets();
        assertThat(rank.completed()).as("each once").containsExactly(worker, other);
    }

    /** @param call of the outbox, which ends it */
    private void assertOnlyTheHoldersWaitEnds(ReducerByHand rank, String call) {
        assertThat(rank.calls).isEmpty();
        isNamed(rank, worker);

        rank.findsItHolds(worker);

        assertThat(rank.all(call)).hasSize(1);
        assertThat(rank.first(call).arguments()).containsExactly(worker);
    }

    @Test
    void whatHasEndedOrIsHeldByAnotherStaysAsItIs() {
        ReducerByHand rank = heldByNobodyYet(Publication.INVALIDATE).acquires(worker);
        isNamed(rank, other);

        rank.findsItHolds(worker).findsItHolds(other);

        assertThat(rank.calls).isEmpty();
        rank.unit.release();
        rank.hearsOfRelease();
        assertThat(rank.unit.heldBy(worker.worker())).isTrue();
        rank.findsItHolds(worker);
        assertThat(rank.calls).hasSize(1);
    }
}
