package jdsm.coherence;

import static org.assertj.core.api.Assertions.assertThat;

import jdsm.coherence.CoherenceMessage.Type;
import jdsm.coherence.ReducerByHand.Wait;
import org.junit.jupiter.api.Test;

/** Copies that are asked for before a worker misses them, on a rank that does not own the unit. */
class ForeseenCopyTest {
    private static final int OWNER = 0;
    private static final int PERIOD = 10;

    private final Wait reader = new Wait(new Thread("reader"));
    private final ReducerByHand rank = new ReducerByHand(1, 2, Publication.NOTIFY);
    private long version;

    private void reply() {
        CoherenceMessage request = rank.sent(Type.READ_REQUEST);
        rank.receive(
                OWNER,
                CoherenceMessage.readReply(ReducerByHand.UNIT, request.request(), version, CoherenceMessage.CONTENT));
    }

    /** The owner has written, and a worker here reads it behind a barrier. */
    private void missedBehind(int barrier) {
        rank.behind(barrier - 1).hearsOf(++version).behind(barrier).reads(reader);
        reply();
    }

    private void missedThreeTimes() {
        for (int turn = 1; turn <= 3; turn++) {
            missedBehind(turn * PERIOD);
        }
    }

    @Test
    void whatIsReadAgainAndAgainIsForeseenAsSoonAsItIsStale() {
        missedThreeTimes();
        assertThat(rank.has("foresee")).isFalse();
        rank.hearsOf(++version);
        assertThat(rank.first("foresee").arguments()).containsExactly(rank.unit, 4 * PERIOD);
    }

    @Test
    void aForeseenCopyIsAskedForWithoutAWorkerAndWaitsForOne() {
        missedThreeTimes();
        rank.hearsOf(++version).behind(4 * PERIOD).isForeseen();
        assertThat(rank.sends(Type.READ_REQUEST)).isEqualTo(4);
        reply();
        assertThat(rank.unit.access()).isEqualTo(UnitState.UNSEEN);

        rank.reads(reader);
        assertThat(rank.sends(Type.READ_REQUEST)).isEqualTo(4);
        assertThat(rank.unit.access()).isEqualTo(UnitState.READ);
        rank.hearsOf(++version);
        assertThat(rank.all("foresee").get(1).arguments()).containsExactly(rank.unit, 5 * PERIOD);
    }

    @Test
    void whoMissesItMeanwhileWaitsForTheSameReply() {
        missedThreeTimes();
        rank.hearsOf(++version).behind(4 * PERIOD).isForeseen().reads(reader);
        assertThat(rank.sends(Type.READ_REQUEST)).isEqualTo(4);
        int ended = rank.all("complete").size();
        reply();
        assertThat(rank.all("complete")).hasSize(ended + 1);
        assertThat(rank.unit.access()).isEqualTo(UnitState.READ);
    }

    @Test
    void whatNobodyLooksAtIsForeseenNoMore() {
        missedThreeTimes();
        rank.hearsOf(++version).behind(4 * PERIOD).isForeseen();
        reply();
        rank.hearsOf(++version);
        assertThat(rank.unit.access()).isEqualTo(UnitState.INVALID);
        missedBehind(5 * PERIOD);
        rank.hearsOf(++version);
        assertThat(rank.all("foresee")).hasSize(1);
    }

    @Test
    void whatAnInvalidationHasOvertakenIsNotRead() {
        missedThreeTimes();
        rank.hearsOf(++version).behind(4 * PERIOD).isForeseen();
        rank.hearsOf(version + 1);
        reply();
        assertThat(rank.unit.access()).isEqualTo(UnitState.INVALID);
    }

    @Test
    void whatIsHereOrOnItsWayIsNotAskedFor() {
        rank.isForeseen();
        assertThat(rank.sends(Type.READ_REQUEST)).isZero();
        rank.hearsOf(++version).isForeseen().isForeseen();
        assertThat(rank.sends(Type.READ_REQUEST)).isEqualTo(1);
    }

    @Test
    void whatWouldHaveBeenReadByNowIsNotForeseen() {
        missedThreeTimes();
        rank.behind(4 * PERIOD).hearsOf(++version);
        assertThat(rank.has("foresee")).isFalse();
    }

    /** It is fetched from the owner's memory when it is missed: that costs nobody anything. */
    @Test
    void whereAFetchIsNoMessageNothingIsForeseen() {
        rank.reached();
        missedThreeTimes();
        rank.hearsOf(++version);
        assertThat(rank.has("foresee")).isFalse();
    }
}
