package jdsm.coherence;

import static org.assertj.core.api.Assertions.assertThat;

import jdsm.coherence.CoherenceMessage.Type;
import jdsm.coherence.ReducerByHand.Wait;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Copies that go along with the reply about another unit, to a rank without a current copy. */
class CopyWithReplyTest {
    private final Wait worker = new Wait(new Thread());

    /** An owner of whose unit no other rank has a current copy. */
    private ReducerByHand alone(Publication publication) {
        ReducerByHand owner = new ReducerByHand(1, 3, publication)
                .writes(worker)
                .receive(0, CoherenceMessage.grant(ReducerByHand.UNIT, 3, new RankSet(), new RankSet(), 1));
        assertThat(owner.unit.isOwner()).isTrue();
        return owner.publishes().lowers().retires();
    }

    @ParameterizedTest
    @EnumSource(Publication.class)
    void aRankWithoutACopyGetsOneOnce(Publication publication) {
        ReducerByHand owner = alone(publication).repliesTo(2);

        assertThat(owner.sentTo(Type.COPY)).containsExactly(2);
        assertThat(owner.sent(Type.COPY).version()).isEqualTo(3);
        assertThat(owner.repliesTo(2).sends(Type.COPY)).isOne();
    }

    @ParameterizedTest
    @EnumSource(Publication.class)
    void theRankIsToldOfTheNextVersionAsOneThatHasAsked(Publication publication) {
        ReducerByHand owner = alone(publication).repliesTo(2).writes(worker).publishes();

        switch (publication) {
            case INVALIDATE -> assertThat(owner.sentTo(Type.INVALIDATE)).containsExactly(2);
            case UPDATE -> assertThat(owner.sentTo(Type.UPDATE)).containsExactly(2);
            case NOTIFY, ADAPT -> assertThat(owner.first("notice").arguments()).containsExactly(ReducerByHand.UNIT, 4L);
            default -> throw new AssertionError("no case for " + publication);
        }
    }

    @Test
    void aUnitThatWorkersMayWriteIsComparedAtTheNextRelease() {
        ReducerByHand owner = alone(Publication.NOTIFY).writes(worker);
        assertThat(owner.unit.access()).isEqualTo(UnitState.WRITE);

        owner.repliesTo(2);

        assertThat(owner.sends(Type.COPY)).isOne();
        assertThat(owner.hasTwin()).isTrue();
        assertThat(owner.unit.isDirty()).isTrue();
    }

    /** Rank 1 owns a unit of which no other rank has a copy, and no worker has asked to write it. */
    private ReducerByHand owned(Publication publication) {
        ReducerByHand owner = new ReducerByHand(1, 3, publication)
                .acquires(worker)
                .receive(0, CoherenceMessage.grant(ReducerByHand.UNIT, 3, new RankSet(), new RankSet(), 1));
        owner.lets();
        assertThat(owner.unit.access()).isEqualTo(UnitState.OWNED);
        return owner;
    }

    @ParameterizedTest
    @EnumSource(Publication.class)
    void behindTheCopyWorkersHaveTheRightOfASharedUnit(Publication publication) {
        ReducerByHand owner = owned(publication).repliesTo(2);

        assertThat(owner.sentTo(Type.COPY)).containsExactly(2);
        assertThat(owner.unit.access()).isEqualTo(UnitState.READ);
        assertThat(owner.repliesTo(0).sentTo(Type.COPY)).containsExactly(2, 0);
    }

    @Test
    void theHolderOfWhatStaysNeedNotTellOfItsRelease() {
        ReducerByHand owner = owned(Publication.NOTIFY);
        assertThat(owner.unit.tryHold(worker.worker())).isTrue();

        owner.repliesTo(2);

        assertThat(owner.unit.access()).isEqualTo(UnitState.HELD);
        assertThat(owner.unit.release()).isTrue();
    }

    /** Rank 2 has had a copy, and a worker writes the unit since. */
    private ReducerByHand dirty(Publication publication) {
        ReducerByHand owner = owned(publication).repliesTo(2).writes(worker).publishes();
        if (publication == Publication.INVALIDATE) {
            owner.confirmedBy(2, Type.INVALIDATE);
        }
        assertThat(owner.unit.isDirty()).isTrue();
        return owner;
    }

    /** No notice will name the content that the copy lacks. */
    @Test
    void aUnitThatIsBeingWrittenStaysWhereNoNoticeNamesIt() {
        assertThat(dirty(Publication.INVALIDATE).repliesTo(2).sends(Type.COPY)).isOne();
        assertThat(dirty(Publication.NOTIFY).repliesTo(2).sends(Type.COPY)).isEqualTo(2);
    }

    @ParameterizedTest
    @EnumSource(names = {"NOTIFY", "ADAPT"})
    void aRankWithAStaleCopyGetsThePresentOne(Publication publication) {
        ReducerByHand owner = new ReducerByHand(0, 3, publication).writtenBy(1, 0);

        owner.repliesTo(1).repliesTo(2);

        assertThat(owner.sentTo(Type.COPY)).as("the writer's copy is present").containsExactly(2);
    }

    @Test
    void whatIsHeldOrCannotTravelStays() {
        assertThat(alone(Publication.NOTIFY).acquires(worker).repliesTo(2).sends(Type.COPY))
                .isZero();
        assertThat(alone(Publication.NOTIFY).cannotTravel().repliesTo(2).sends(Type.COPY))
                .isZero();
    }

    @Test
    void aRankThatIsNotTheOwnerSendsNone() {
        assertThat(new ReducerByHand(1, 3, Publication.NOTIFY).repliesTo(2).sends(Type.COPY))
                .isZero();
    }

    @Test
    void aSampleShowsWhetherWorkersReadIt() {
        for (boolean sample : new boolean[] {true, false}) {
            ReducerByHand rank = new ReducerByHand(2, 3, Publication.NOTIFY)
                    .receive(0, CoherenceMessage.copyWithReply(ReducerByHand.UNIT, 5, sample));
            assertThat(rank.all("install")).hasSize(1);
            assertThat(rank.counts(Outbox.Event.COPY_WITH_REPLY)).isOne();
            assertThat(rank.counts(Outbox.Event.COPY_WITH_LOCK)).isZero();
        }
        ReducerByHand rank = new ReducerByHand(2, 3, Publication.NOTIFY)
                .hearsOf(5)
                .receive(0, CoherenceMessage.copyWithReply(ReducerByHand.UNIT, 5, true));
        assertThat(rank.unit.access()).isEqualTo(UnitState.UNSEEN);
        assertThat(rank.reads(worker).unit.access()).isEqualTo(UnitState.READ);
        assertThat(rank.sends(Type.READ_REQUEST)).isZero();
    }

    @Test
    void itIsIgnoredIfItIsStaleOrRequested() {
        ReducerByHand stale = new ReducerByHand(2, 3, Publication.NOTIFY)
                .hearsOf(5)
                .receive(0, CoherenceMessage.copyWithReply(ReducerByHand.UNIT, 4, false));
        assertThat(stale.unit.access()).isEqualTo(UnitState.INVALID);

        ReducerByHand requested = new ReducerByHand(2, 3, Publication.NOTIFY)
                .hearsOf(5)
                .reads(worker)
                .receive(0, CoherenceMessage.copyWithReply(ReducerByHand.UNIT, 5, false));
        assertThat(requested.has("install")).isFalse();
    }
}
