package jdsm.coherence;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import jdsm.coherence.CoherenceMessage.Type;
import jdsm.coherence.ReducerByHand.AllOf;
import jdsm.coherence.ReducerByHand.SomeDiff;
import jdsm.coherence.ReducerByHand.Wait;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A rank with a stale copy asks for the unit, and gets what was written since, if the owner knows it. */
class StaleCopyTest {
    private final Wait worker = new Wait(new Thread());

    private static ReducerByHand owner() {
        return ReducerByHand.owner(Publication.NOTIFY).isLong();
    }

    /** An owner that knows all changes since version 1. */
    private static ReducerByHand keeping() {
        return owner().fetchedFromStaleBy(1, 0).writtenBy(2, 0);
    }

    private static CoherenceMessage reply(ReducerByHand owner) {
        List<Object> arguments =
                owner.all("reply").get(owner.all("reply").size() - 1).arguments();
        return (CoherenceMessage) arguments.get(1);
    }

    private static void isWhole(ReducerByHand owner) {
        assertThat(reply(owner).has(CoherenceMessage.CONTENT)).isTrue();
        assertThat(reply(owner).has(CoherenceMessage.CHANGES)).isFalse();
        assertThat(reply(owner).diff()).isNull();
    }

    private static List<?> changes(ReducerByHand owner) {
        assertThat(reply(owner).has(CoherenceMessage.CHANGES)).isTrue();
        assertThat(reply(owner).has(CoherenceMessage.CONTENT)).isFalse();
        return ((AllOf) reply(owner).diff()).diffs();
    }

    @Test
    void theFirstRequestBringsTheContent() {
        isWhole(owner().writtenBy(2, 0).fetchedFromStaleBy(1, 0));
    }

    @Test
    void laterOnesBringTheDiffsSinceTheCopyInTheirOrder() {
        ReducerByHand owner = keeping().writtenBy(2, 1).writtenBy(3, 2).writtenBy(2, 3);

        assertThat(changes(owner.fetchedFromStaleBy(1, 2))).hasSize(2);
        assertThat(reply(owner).version()).isEqualTo(4);
        List<?> all = changes(owner.fetchedFromStaleBy(1, 1));
        assertThat(all).hasSize(3);
        assertThat(all.stream().map(diff -> ((SomeDiff) diff).number())).isSorted();
        isWhole(owner.fetchedFromStaleBy(1, 0));
        isWhole(owner.fetchedFromStaleBy(1, 4));
        isWhole(owner.fetchedFromStaleBy(1, 5));
        isWhole(owner.fetchedFromStaleBy(1, -1));
    }

    @Test
    void theOwnersOwnWritesCountIfItHasATwinFromBeforeThem() {
        ReducerByHand owner = keeping().writes(worker);
        assertThat(owner.hasTwin()).isTrue();

        owner.publishes().fetchedFromStaleBy(1, 1);

        assertThat(changes(owner)).hasSize(1);
    }

    @Test
    void whatTheOwnerDoesNotKnowMakesItSendTheContent() {
        ReducerByHand owner = owner().writes(worker);
        assertThat(owner.hasTwin()).isFalse();
        owner.fetchedFromStaleBy(1, 0).writtenBy(2, 0).publishes(); // version 2, of which nobody knows what was written

        isWhole(owner.fetchedFromStaleBy(1, 1));
        assertThat(changes(owner.writtenBy(2, 2).fetchedFromStaleBy(1, 2))).hasSize(1);
    }

    @ParameterizedTest
    @EnumSource(names = {"INVALIDATE", "UPDATE"})
    void isForCopiesThatNoticesMakeStale(Publication publication) {
        ReducerByHand owner = ReducerByHand.owner(publication).isLong().fetchedFromStaleBy(1, 0);
        isWhole(owner);
        isWhole(owner.fetchedFromStaleBy(1, 0));
        assertThat(owner.has("mostChanges")).isFalse();

        ReducerByHand rank = ReducerByHand.rank(publication).receive(0, CoherenceMessage.invalidate(0, 1, 1));
        rank.reads(worker);
        assertThat(rank.sent(Type.READ_REQUEST).has(CoherenceMessage.CHANGES)).isFalse();
        assertThat(rank.sent(Type.READ_REQUEST).version()).isEqualTo(-1);
    }

    @Test
    void shortContentsTravelAsTheyAre() {
        ReducerByHand owner = ReducerByHand.owner(Publication.NOTIFY);
        isWhole(owner.fetchedFromStaleBy(1, 0).writtenBy(2, 0).writtenBy(2, 1).fetchedFromStaleBy(1, 1));
        assertThat(owner.writes(worker).hasTwin()).isFalse();
    }

    @Test
    void aRankThatWantsAllThatWasReleasedGetsWhatTheOwnerWroteWithoutATwin() {
        ReducerByHand owner = owner().writes(worker).lowers();
        owner.fetchedFromStaleBy(1, 0).writtenBy(2, 0).writtenBy(2, 1);
        assertThat(owner.unit.isDirty()).isTrue();
        assertThat(owner.hasTwin()).isFalse();

        isWhole(owner.fetchedFromStaleBy(1, 1, true));
        assertThat(changes(owner.fetchedFromStaleBy(1, 1))).hasSize(1);
    }

    @Test
    void theRankStoresTheChangesBesideItsOwnDiff() {
        ReducerByHand rank =
                ReducerByHand.rank(Publication.NOTIFY).hasWritten(worker).publishes();
        rank.hearsOf(3).reads(worker);
        CoherenceMessage request = rank.sent(Type.READ_REQUEST);
        assertThat(request.version()).isEqualTo(1);
        SomeDiff changes = new SomeDiff(9);

        rank.receive(0, CoherenceMessage.readReply(0, request.request(), 3, 0).withChanges(changes));

        assertThat(rank.all("install").get(1).arguments().get(1)).isNotNull();
        assertThat(rank.unit.isValid()).isTrue();
        assertThat(rank.counts(Outbox.Event.CHANGES)).isOne();
        assertThat(rank.hearsOf(4).reads(worker).sent(Type.READ_REQUEST).version())
                .isEqualTo(3);
    }

    @Test
    void changesOfContentThatWasDroppedMeanwhileAreNoContent() {
        ReducerByHand rank = ReducerByHand.rank(Publication.NOTIFY).hearsOf(3).reads(worker);
        int request = rank.sent(Type.READ_REQUEST).request();
        rank.unit.forgetContents();

        rank.receive(0, CoherenceMessage.readReply(0, request, 3, 0).withChanges(new SomeDiff(1)));

        assertThat(rank.has("install")).isFalse();
        assertThat(rank.unit.isValid()).isFalse();
        assertThat(rank.counts(Outbox.Event.CHANGES)).isZero();
        assertThat(rank.sends(Type.READ_REQUEST)).isEqualTo(2);
        assertThat(rank.sent(Type.READ_REQUEST).version()).isEqualTo(-1);
        assertThat(rank.replied(3, 0).unit.isValid()).isTrue();
    }

    @Test
    void ranksWithStaleCopiesStaySharersBehindBarriersWhileTheyAsk() {
        ReducerByHand owner = keeping().writtenBy(2, 1).passesBarrier();
        for (int version = 2; version < 40; version++) {
            assertThat(changes(owner.fetchedFromStaleBy(1, version - 1))).hasSize(1);
            owner.writes(worker).publishes().lowers().retires().passesBarrier();
        }

        int phases = 0;
        for (; owner.unit.access() != UnitState.OWNED && phases < 1000; phases++) {
            owner.writes(worker).publishes().lowers().retires().passesBarrier();
        }
        assertThat(phases).as("nobody asks any more").isBetween(60, 70);
        isWhole(owner.fetchedFromStaleBy(1, 39));
    }

    @Test
    void contentThatIsGoneIsNoCopy() {
        ReducerByHand rank = ReducerByHand.rank(Publication.NOTIFY).hearsOf(1);
        rank.unit.forgetContents();
        rank.reads(worker);

        assertThat(rank.sent(Type.READ_REQUEST).version()).isEqualTo(-1);
        assertThat(rank.sent(Type.READ_REQUEST).has(CoherenceMessage.CHANGES)).isFalse();
        assertThat(rank.replied(1, 0)
                        .hearsOf(2)
                        .reads(worker)
                        .sent(Type.READ_REQUEST)
                        .version())
                .isEqualTo(1);

        ReducerByHand owner = keeping().writtenBy(2, 1);
        owner.unit.forgetContents();
        isWhole(owner.fetchedFromStaleBy(1, 1));
    }

    @Test
    void whatOthersFetchWithoutAskingIsWithdrawnAtTheFirstShortDiff() {
        ReducerByHand owner = owner().reached().fetchedBy(1, -1, false);
        assertThat(owner.unit.isLocated()).isTrue();

        owner.writtenBy(2, 0);
        assertThat(owner.unit.isLocated()).isFalse();
        assertThat(owner.has("revoke")).isTrue();
        assertThat(owner.all("export")).hasSize(1);

        owner.fetchedBy(1, -1, false);
        assertThat(owner.unit.isLocated()).as("changes are kept").isFalse();
        assertThat(changes(owner.writtenBy(2, 1).fetchedFromStaleBy(1, 1))).hasSize(1);
    }

    @Test
    void whatIsWrittenInLargePartsIsFetchedAsBefore() {
        ReducerByHand owner = ReducerByHand.owner(Publication.NOTIFY).reached().fetchedBy(1, -1, false);

        owner.writtenBy(2, 0);

        assertThat(owner.unit.isLocated()).isTrue();
        assertThat(owner.has("revoke")).isFalse();
    }
}
