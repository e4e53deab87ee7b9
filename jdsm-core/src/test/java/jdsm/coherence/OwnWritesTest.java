package jdsm.coherence;

import static jdsm.coherence.ReducerByHand.owner;
import static jdsm.coherence.ReducerByHand.rank;
import static org.assertj.core.api.Assertions.assertThat;

import jdsm.coherence.CoherenceMessage.Type;
import jdsm.coherence.ReducerByHand.Wait;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the writes of a rank's own workers make of a unit, from the first to the release that makes it clean. */
class OwnWritesTest {
    private final Wait worker = new Wait(new Thread("worker"));
    private final Wait other = new Wait(new Thread("other"));

    @ParameterizedTest
    @EnumSource
    void aUnitBecomesDirtyOnce(Publication publication) {
        ReducerByHand owner = owner(publication).writes(worker);
        assertThat(owner.all("dirty")).hasSize(1);
        assertThat(owner.first("dirty").arguments()).containsExactly(owner.unit);

        owner.lowers().writes(worker).writes(other);
        assertThat(owner.all("dirty")).hasSize(1);
        assertThat(owner.completed()).containsExactly(worker, worker, other);
    }

    @Test
    void whoMayWriteAlreadyWaitsForNothing() {
        ReducerByHand owner = owner(Publication.NOTIFY).writes(worker);
        int before = owner.calls.size();

        owner.writes(other);

        assertThat(owner.calls.subList(before, owner.calls.size()))
                .extracting(ReducerByHand.Call::name)
                .containsExactly("complete");
        assertThat(owner.completed()).containsExactly(worker, other);
    }

    @Test
    void aCleanUnitHasNoTwin() {
        ReducerByHand rank =
                rank(Publication.NOTIFY).hasWritten(worker).publishes().applied(2, CoherenceMessage.CURRENT);
        assertThat(rank.hasTwin()).isTrue();

        rank.lowers().retires();

        assertThat(rank.hasTwin()).isFalse();
        assertThat(rank.unit.isDirty()).isFalse();
    }

    @Test
    void aUnitIsDirtyWhileItsDiffIsUnderWay() {
        ReducerByHand rank =
                rank(Publication.NOTIFY).hasWritten(worker).publishes().lowers().retires();

        assertThat(rank.hasTwin()).isTrue();
        assertThat(rank.unit.isDirty()).isTrue();
    }

    /** Its release is of no concern to others, who have no copy; but the unit was written beside them before. */
    @Test
    void theHolderOfADirtyUnitIsNotAskedToAskAgain() {
        ReducerByHand owner =
                new ReducerByHand(0, 2, Publication.NOTIFY).writes(worker).publishes();
        owner.passesBarrier().acquires(worker);
        assertThat(owner.unit.access()).isEqualTo(UnitState.HELD);
        assertThat(owner.unit.isDirty()).isTrue();

        owner.lowers();

        assertThat(owner.unit.isLowered()).isFalse();
        assertThat(owner.unit.access()).isEqualTo(UnitState.HELD);
    }

    /** The twin is of the time at which the next owner asked, not of the last publication. */
    @Test
    void whatWasWrittenBeforeTheTwinIsToldThoughNothingDiffersFromIt() {
        ReducerByHand owner =
                owner(Publication.NOTIFY).writes(worker).wantedBy(2).unchanged();
        assertThat(owner.hasTwin()).isTrue();
        assertThat(owner.has("notice")).isFalse();

        owner.publishes();
        assertThat(owner.all("notice")).hasSize(1);
        owner.publishes();
        assertThat(owner.all("notice")).as("from here on the twin tells").hasSize(1);
    }

    /** Ownership goes away while workers wait to write: they get the right before, and their stores go as a diff. */
    @Nested
    class BeforeAHandOver {
        private final ReducerByHand owner = owner(Publication.NOTIFY).publishesAtOnce();

        @Test
        void waitingWritersAreServed() {
            owner.acquires(worker).wantedBy(2).writes(other).lets();

            assertThat(owner.sentTo(Type.GRANT)).containsExactly(2);
            assertThat(owner.completed()).containsExactly(worker, other);
            assertThat(owner.unit.isDirty()).isTrue();
            assertThat(owner.hasTwin()).isTrue();
        }

        @Test
        void alsoWhereNobodyElseHadACopy() {
            ReducerByHand alone = new ReducerByHand(0, 1, Publication.NOTIFY).publishesAtOnce();
            alone.acquires(worker).wantedBy(2).writes(other).lets();

            assertThat(alone.sentTo(Type.GRANT)).containsExactly(2);
            assertThat(alone.completed()).containsExactly(worker, other);
            assertThat(alone.unit.isDirty()).isTrue();
            assertThat(alone.hasTwin()).isTrue();
            alone.publishes();
            assertThat(alone.sentTo(Type.DIFF)).containsExactly(2);
        }

        @Test
        void withoutANextOwnerTheOwnerNeedsNoTwin() {
            owner.writes(worker);

            assertThat(owner.unit.isDirty()).isTrue();
            assertThat(owner.hasTwin()).isFalse();
        }
    }

    /** Whoever waits at the owner for a held unit has the holder's release go through the service loop. */
    @Test
    void aReaderBehindAHolderIsServedAtItsRelease() {
        ReducerByHand alone = new ReducerByHand(0, 1, Publication.NOTIFY).acquires(worker);
        assertThat(alone.unit.access()).isEqualTo(UnitState.HELD);

        alone.reads(other);

        assertThat(alone.unit.access()).isEqualTo(UnitState.HELD_WANTED);
        assertThat(alone.unit.release()).isFalse();
        alone.hearsOfRelease();
        assertThat(alone.completed()).containsExactly(worker, other);
        assertThat(alone.unit.access()).isEqualTo(UnitState.OWNED);
    }
}
