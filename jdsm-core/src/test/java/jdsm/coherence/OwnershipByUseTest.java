package jdsm.coherence;

import static jdsm.coherence.ReducerByHand.rank;
import static org.assertj.core.api.Assertions.assertThat;

import jdsm.coherence.CoherenceMessage.Type;
import jdsm.coherence.ReducerByHand.Wait;
import jdsm.coherence.home.Pace;
import org.junit.jupiter.api.Test;

/** When a rank asks for ownership in place of a copy, because of what it has written before. */
class OwnershipByUseTest {
    private final Wait worker = new Wait(new Thread("worker"));

    /** Rank 1 has written most of the unit, and rank 2 has written it since. */
    private ReducerByHand writtenInTurn() {
        ReducerByHand rank =
                rank(Publication.NOTIFY).writesMost().hasWritten(worker).publishes();
        return rank.applied(2, CoherenceMessage.CURRENT).lowers().retires();
    }

    @Test
    void whoWritesMostOfAUnitTakesOwnershipWhereItMissesTheUnitAfterABarrier() {
        ReducerByHand writes = writtenInTurn().behind(1).hearsOf(3).writes(worker);
        assertThat(writes.sent(Type.ACQUIRE_REQUEST).has(CoherenceMessage.HOME_ONLY))
                .isTrue();
        assertThat(writes.sends(Type.READ_REQUEST)).as("but for the first").isOne();

        ReducerByHand reads = writtenInTurn().behind(1).hearsOf(3).reads(worker);
        assertThat(reads.sent(Type.ACQUIRE_REQUEST).has(CoherenceMessage.HOME_ONLY))
                .as("it reads before it writes")
                .isTrue();

        ReducerByHand valid = writtenInTurn().behind(1).writes(worker);
        assertThat(valid.sends(Type.ACQUIRE_REQUEST))
                .as("in place of another diff")
                .isOne();
    }

    @Test
    void whoWritesMostOfAUnitAsksForACopyBeforeABarrierAndLongAfter() {
        ReducerByHand before = writtenInTurn().hearsOf(3).reads(worker);
        assertThat(before.sends(Type.ACQUIRE_REQUEST))
                .as("copies come with locks")
                .isZero();

        ReducerByHand late =
                writtenInTurn().behind(Pace.USUAL.asOwner() + 1).hearsOf(3).writes(worker);
        assertThat(late.sends(Type.ACQUIRE_REQUEST))
                .as("another rank writes it more often")
                .isZero();
    }

    @Test
    void whoWritesLittleOfAUnitAsksForACopy() {
        ReducerByHand rank = rank(Publication.NOTIFY).hasWritten(worker).publishes();
        rank.applied(2, CoherenceMessage.CURRENT).lowers().retires().behind(1).hearsOf(3);
        rank.writes(worker);
        assertThat(rank.sends(Type.ACQUIRE_REQUEST)).isZero();
    }

    /** Rank 1 has owned a unit that no two ranks have had at the same time, and has given it to rank 2. */
    private ReducerByHand givenAway() {
        ReducerByHand rank = rank(Publication.NOTIFY).writes(worker).granted(0, 0);
        rank.homeWantedBy(2);
        assertThat(rank.sentTo(Type.GRANT)).containsExactly(2);
        return rank.unchanged().publishes().lowers().retires();
    }

    @Test
    void whoGaveAUnitAwayTakesItAgainSoonButNotLate() {
        assertThat(givenAway().writes(worker).sends(Type.ACQUIRE_REQUEST)).isEqualTo(2);

        ReducerByHand late = givenAway().behind(Pace.USUAL.asOwner()).writes(worker);
        assertThat(late.sends(Type.ACQUIRE_REQUEST))
                .as("the other rank writes it more often")
                .isOne();
        assertThat(late.sends(Type.READ_REQUEST)).isOne();
    }
}
