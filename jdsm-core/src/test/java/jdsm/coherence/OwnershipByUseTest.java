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
        rank.behind(1).homeWantedBy(2);
        assertThat(rank.sentTo(Type.GRANT)).containsExactly(2);
        return rank.unchanged().publishes().lowers().retires();
    }

    @Test
    void whoGaveAUnitAwayTakesItAgainSoonButNotLate() {
        assertThat(givenAway().writes(worker).sends(Type.ACQUIRE_REQUEST)).isEqualTo(2);

        ReducerByHand late = givenAway().behind(1 + Pace.USUAL.asOwner()).writes(worker);
        assertThat(late.sends(Type.ACQUIRE_REQUEST))
                .as("the other rank writes it more often")
                .isOne();
        assertThat(late.sends(Type.READ_REQUEST)).isOne();
    }

    @Test
    void whoTookAUnitAndOnlyReadItAsksForCopiesFromThenOn() {
        ReducerByHand reads = writtenInTurn().unchanged().behind(1).hearsOf(3).reads(worker);
        reads.granted(4, 0, 2).behind(2).homeWantedBy(2).hearsOf(5).behind(3).reads(worker);
        assertThat(reads.sends(Type.ACQUIRE_REQUEST)).isOne();

        ReducerByHand writes = writtenInTurn().unchanged().behind(1).hearsOf(3).writes(worker);
        writes.granted(4, 0, 2).behind(2).homeWantedBy(2).hearsOf(5).behind(3).reads(worker);
        assertThat(writes.sends(Type.ACQUIRE_REQUEST)).isEqualTo(2);
    }

    @Test
    void whoLosesAUnitBeforeTheNextBarrierMakesADiffOfWhatItWritesNow() {
        ReducerByHand most = writtenInTurn().unchanged().behind(1).hearsOf(3).writes(worker);
        most.granted(4, 0).homeWantedBy(2).hearsOf(5).writes(worker);
        assertThat(most.sends(Type.ACQUIRE_REQUEST))
                .as("but for the first: the other rank would take it back as well")
                .isOne();
        assertThat(most.sends(Type.READ_REQUEST)).as("but for the first").isEqualTo(2);

        ReducerByHand fresh = rank(Publication.NOTIFY).writes(worker).granted(0, 0);
        fresh.homeWantedBy(2).unchanged().publishes().lowers().retires().behind(1);
        assertThat(fresh.writes(worker).sends(Type.ACQUIRE_REQUEST))
                .as("of a unit without a version")
                .isOne();
    }

    @Test
    void aHoldThatLeavesBeforeTheNextBarrierSaysNothingOfWhoWrites() {
        ReducerByHand rank = writtenInTurn().unchanged().behind(1).hearsOf(3).writes(worker);
        rank.publishesAtOnce().granted(4, 0).wantedBy(2).hearsOf(5).writes(worker);
        assertThat(rank.sends(Type.ACQUIRE_REQUEST)).isEqualTo(2);
    }

    private static final int PERIOD = 3;

    /** Rank 1 misses the unit every few barriers, gets it as its owner, and gives it to rank 2, which writes it. */
    private ReducerByHand writtenInTurnWithAPeriod() {
        ReducerByHand rank = writtenInTurn().unchanged().hearsOf(3);
        for (int turn = 1; turn <= 3; turn++) {
            rank.behind(turn * PERIOD).reads(worker).granted(2 + turn, 0);
            rank.behind(turn * PERIOD + 1).homeWantedBy(2);
            assertThat(rank.has("foresee")).isEqualTo(turn == 3);
            rank.hearsOf(3 + turn);
        }
        return rank;
    }

    @Test
    void whoTakesOwnershipWithAPeriodAsksForItInAdvance() {
        ReducerByHand rank = writtenInTurnWithAPeriod();
        assertThat(rank.first("foresee").arguments()).containsExactly(rank.unit, 4 * PERIOD);

        rank.behind(4 * PERIOD).isForeseen();
        assertThat(rank.sends(Type.ACQUIRE_REQUEST)).isEqualTo(4);
        assertThat(rank.sent(Type.ACQUIRE_REQUEST).has(CoherenceMessage.HOME_ONLY))
                .isTrue();
        assertThat(rank.counts(Outbox.Event.OWNERSHIP_AHEAD)).isOne();

        rank.reads(worker);
        assertThat(rank.sends(Type.ACQUIRE_REQUEST)).as("it is under way").isEqualTo(4);
        rank.granted(6, 0);
        assertThat(rank.completed()).endsWith(worker);
        assertThat(rank.unit.access()).isEqualTo(UnitState.OWNED);
    }

    @Test
    void whoAskedInAdvanceDoesSoAgain() {
        ReducerByHand rank = writtenInTurnWithAPeriod().behind(4 * PERIOD).isForeseen();
        rank.granted(6, 0).behind(4 * PERIOD + 1).homeWantedBy(2);
        assertThat(rank.all("foresee"))
                .last()
                .satisfies(call -> assertThat(call.arguments()).containsExactly(rank.unit, 5 * PERIOD));
    }

    @Test
    void longAfterItHasWrittenMostARankAsksForNothingInAdvance() {
        ReducerByHand rank = writtenInTurnWithAPeriod().reached().behind(Pace.USUAL.asOwner() + 1);
        rank.isForeseen();
        assertThat(rank.sends(Type.ACQUIRE_REQUEST)).isEqualTo(3);
        assertThat(rank.sends(Type.READ_REQUEST)).as("but for the first").isOne();
    }
}
