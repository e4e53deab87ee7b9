package jdsm.coherence;

import static jdsm.coherence.ReducerByHand.rank;
import static org.assertj.core.api.Assertions.assertThat;

import jdsm.coherence.CoherenceMessage.Type;
import jdsm.coherence.ReducerByHand.SomeDiff;
import jdsm.coherence.ReducerByHand.Wait;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a rank concludes from the messages of owners: where the next request goes, and which content counts. */
class OwnersMessagesTest {
    private static final int NEXT_OWNER = 2;

    private final Wait worker = new Wait(new Thread("worker"));
    private final Wait other = new Wait(new Thread("other"));

    private static CoherenceMessage invalidate(long version) {
        return CoherenceMessage.invalidate(ReducerByHand.UNIT, 1, version);
    }

    private static CoherenceMessage update(long version) {
        return CoherenceMessage.update(ReducerByHand.UNIT, 2, version, new SomeDiff(2));
    }

    private static CoherenceMessage reply(ReducerByHand rank, long version) {
        return CoherenceMessage.readReply(
                ReducerByHand.UNIT, rank.sent(Type.READ_REQUEST).request(), version, CoherenceMessage.CONTENT);
    }

    // The owner.

    @Test
    void whoeverAnswersIsAskedNext() {
        ReducerByHand rank = rank(Publication.NOTIFY).hearsOf(1).reads(worker);
        assertThat(rank.sentTo(Type.READ_REQUEST)).containsExactly(0);

        rank.receive(NEXT_OWNER, reply(rank, 1)).hearsOf(2).reads(worker);

        assertThat(rank.sentTo(Type.READ_REQUEST)).containsExactly(0, NEXT_OWNER);
    }

    @Test
    void whoeverSendsACopyIsAskedNext() {
        ReducerByHand rank = rank(Publication.NOTIFY).receive(NEXT_OWNER, CoherenceMessage.copy(ReducerByHand.UNIT, 1));

        assertThat(rank.hearsOf(2).reads(worker).sentTo(Type.READ_REQUEST)).containsExactly(NEXT_OWNER);
    }

    @Test
    void whoeverInvalidatesACopyIsAskedNext() {
        ReducerByHand rank =
                rank(Publication.INVALIDATE).receive(NEXT_OWNER, invalidate(1)).reads(worker);

        assertThat(rank.sentTo(Type.READ_REQUEST)).containsExactly(NEXT_OWNER);
    }

    // Updates.

    @Test
    void anUpdatedCopyIsOfTheNewVersion() {
        ReducerByHand rank = rank(Publication.UPDATE).receive(0, update(3)).writes(worker);

        assertThat(rank.sends(Type.ACQUIRE_REQUEST))
                .as("somebody has written it")
                .isZero();
        assertThat(rank.publishes().sent(Type.DIFF).version()).isEqualTo(3);
    }

    @Test
    void aReplyThatAnUpdateHasOvertakenIsStale() {
        ReducerByHand rank =
                rank(Publication.UPDATE).receive(0, invalidate(1)).reads(worker).receive(0, update(2));

        rank.replied(1, 0);

        assertThat(rank.unit.access()).isEqualTo(UnitState.INVALID);
        assertThat(rank.counts(Outbox.Event.STALE_REPLY)).isOne();
        assertThat(rank.completed()).as("it asked before the update").containsExactly(worker);
    }

    // Grants.

    @ParameterizedTest
    @EnumSource
    void aReplyBehindAGrantIsIgnored(Publication publication) {
        ReducerByHand rank =
                rank(publication).receive(0, invalidate(1)).reads(worker).acquires(other);
        CoherenceMessage late = reply(rank, 5);

        rank.granted(5, 0);
        assertThat(rank.completed()).containsExactly(worker, other);
        assertThat(rank.all("install")).hasSize(1);
        rank.lets().writes(worker).receive(0, late);

        assertThat(rank.all("install")).as("a worker may have written since").hasSize(1);
    }

    @Test
    void aGrantEndsTheWaitsOfThoseWhoCameTooLateForTheReply() {
        ReducerByHand rank = rank(Publication.NOTIFY).hearsOf(1).reads(worker).readsUpToDate(other);
        Wait holder = new Wait(new Thread("holder"));

        rank.acquires(holder).granted(2, 0);

        assertThat(rank.completed()).containsExactly(worker, other, holder);
        assertThat(rank.sends(Type.READ_REQUEST)).isOne();
    }

    // Answers to diffs.

    @Test
    void anOfferOfOwnershipIsTakenAtOnce() {
        ReducerByHand offered =
                rank(Publication.NOTIFY).hasWritten(worker).publishes().applied(2, CoherenceMessage.TAKE_HOME);
        assertThat(offered.sent(Type.ACQUIRE_REQUEST).has(CoherenceMessage.HOME_ONLY))
                .isTrue();
        assertThat(offered.counts(Outbox.Event.OWNERSHIP_AHEAD)).isOne();
        assertThat(offered.lowers().writes(worker).sends(Type.ACQUIRE_REQUEST)).isOne();
        assertThat(offered.granted(3, 0).completed()).contains(worker);
    }

    @Test
    void anOfferOfOwnershipStandsUntilTheNextAnswer() {
        ReducerByHand offered = rank(Publication.INVALIDATE)
                .hasWritten(worker)
                .publishes()
                .applied(2, CoherenceMessage.CURRENT | CoherenceMessage.TAKE_HOME);
        assertThat(offered.sends(Type.ACQUIRE_REQUEST)).isZero();
        assertThat(offered.lowers().writes(worker).sends(Type.ACQUIRE_REQUEST)).isOne();

        ReducerByHand withdrawn = rank(Publication.INVALIDATE)
                .hasWritten(worker)
                .publishes()
                .applied(2, CoherenceMessage.CURRENT | CoherenceMessage.TAKE_HOME);
        withdrawn.publishes().applied(3, 0).lowers().writes(worker);
        assertThat(withdrawn.sends(Type.DIFF)).isEqualTo(2);
        assertThat(withdrawn.sends(Type.ACQUIRE_REQUEST))
                .as("another rank writes too")
                .isZero();
    }
}
