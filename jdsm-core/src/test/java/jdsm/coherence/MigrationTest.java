package jdsm.coherence;

import static jdsm.coherence.ReducerByHand.owner;
import static jdsm.coherence.ReducerByHand.rank;
import static org.assertj.core.api.Assertions.assertThat;

import jdsm.coherence.CoherenceMessage.Type;
import jdsm.coherence.ReducerByHand.Wait;
import org.junit.jupiter.api.Test;

/** An adaptive unit that who reads it writes next: ownership follows the readers. */
class MigrationTest {
    private final Wait worker = new Wait(new Thread("worker"));
    private final Wait other = new Wait(new Thread("other"));
    private final ReducerByHand owner = owner(Publication.ADAPT);
    private int version;

    private void readAndWrittenInTurn(int times) {
        for (int turn = 0; turn < times; turn++) {
            int rank = 1 + turn % 2;
            owner.fetchedBy(rank, -1, false).writtenBy(rank, version++);
        }
    }

    private boolean migrates() {
        owner.fetchedBy(1, -1, false);
        return owner.sent(Type.READ_REPLY).has(CoherenceMessage.MIGRATORY);
    }

    @Test
    void isToldToWhoReads() {
        readAndWrittenInTurn(2);
        assertThat(migrates()).isFalse();
    }

    @Test
    void isToldToWhoReadsWhenItIsAHabit() {
        readAndWrittenInTurn(4);
        assertThat(migrates()).isTrue();
        assertThat(owner.homeWantedBy(2).sent(Type.GRANT).has(CoherenceMessage.MIGRATORY))
                .as("whoever owns it next knows")
                .isTrue();
    }

    @Test
    void isNoneWhileTheOwnerWritesToo() {
        owner.writes(worker);
        readAndWrittenInTurn(6);
        assertThat(migrates()).isFalse();
    }

    @Test
    void isOneAgainWhenTheOwnerHasStopped() {
        owner.writes(worker).lowers();
        readAndWrittenInTurn(6);
        assertThat(migrates()).isTrue();
    }

    private ReducerByHand reader() {
        return rank(Publication.ADAPT).hearsOf(1).reads(worker).replied(1, CoherenceMessage.MIGRATORY);
    }

    @Test
    void whoReadsAsksForOwnership() {
        ReducerByHand rank = reader().hearsOf(2).reads(worker);
        assertThat(rank.sends(Type.READ_REQUEST)).isOne();
        assertThat(rank.sent(Type.ACQUIRE_REQUEST).has(CoherenceMessage.HOME_ONLY))
                .isTrue();
        rank.granted(2, CoherenceMessage.MIGRATORY);
        assertThat(rank.completed()).containsExactly(worker, worker);
        assertThat(rank.unit.copiesAreCurrent()).isTrue();
    }

    @Test
    void whoWritesWhatIsNotHereAsksToo() {
        ReducerByHand rank = reader().hearsOf(2).writes(worker);
        assertThat(rank.sends(Type.ACQUIRE_REQUEST)).isOne();
        ReducerByHand here = reader().writes(worker);
        assertThat(here.sends(Type.ACQUIRE_REQUEST)).isZero();
    }

    @Test
    void whoWantsItUpToDateAsksForCopies() {
        ReducerByHand rank =
                reader().readsUpToDate(other).replied(1, 0).hearsOf(2).reads(worker);
        assertThat(rank.sends(Type.ACQUIRE_REQUEST)).isZero();
    }

    @Test
    void whoGetsCopiesWithLocksAsksForCopies() {
        ReducerByHand rank = reader().hearsOf(2);
        rank.receive(0, CoherenceMessage.copy(ReducerByHand.UNIT, 2)).hearsOf(3).reads(worker);
        assertThat(rank.sends(Type.ACQUIRE_REQUEST)).isZero();
        assertThat(rank.sends(Type.READ_REQUEST)).isEqualTo(2);
    }

    @Test
    void endsWithAnOwnerThatOnlyReads() {
        ReducerByHand rank = reader().hearsOf(2).reads(worker).granted(2, CoherenceMessage.MIGRATORY);
        rank.homeWantedBy(2);
        assertThat(rank.sent(Type.GRANT).has(CoherenceMessage.MIGRATORY)).isFalse();
    }

    @Test
    void goesOnWithAnOwnerThatWrites() {
        ReducerByHand rank = reader().hearsOf(2).writes(worker).granted(2, CoherenceMessage.MIGRATORY);
        assertThat(rank.unit.access()).isEqualTo(UnitState.WRITE);
        rank.homeWantedBy(2);
        assertThat(rank.sent(Type.GRANT).has(CoherenceMessage.MIGRATORY)).isTrue();
    }

    @Test
    void anOwnersSharersThatAreInvalidatedAreToldOfByAFlag() {
        ReducerByHand eager = owner(Publication.ADAPT).fetchedBy(1, -1, true).homeWantedBy(2);
        assertThat(eager.sent(Type.GRANT).has(CoherenceMessage.EAGER)).isTrue();
        ReducerByHand itself = owner(Publication.ADAPT).fetchedBy(2, -1, true).homeWantedBy(2);
        assertThat(itself.sent(Type.GRANT).has(CoherenceMessage.EAGER)).isFalse();

        ReducerByHand next = rank(Publication.ADAPT).writes(worker).granted(1, CoherenceMessage.EAGER, 2, 3);
        next.publishes();
        assertThat(next.sentTo(Type.INVALIDATE)).containsExactly(2, 3);
        ReducerByHand none = rank(Publication.ADAPT).writes(worker).granted(1, 0, 2, 3);
        none.publishes();
        assertThat(none.sends(Type.INVALIDATE)).isZero();
    }
}
