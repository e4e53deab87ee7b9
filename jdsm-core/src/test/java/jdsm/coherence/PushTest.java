package jdsm.coherence;

import static org.assertj.core.api.Assertions.assertThat;

import jdsm.coherence.CoherenceMessage.Type;
import jdsm.coherence.ReducerByHand.SomeDiff;
import jdsm.coherence.ReducerByHand.Wait;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** What one rank writes and another reads, version by version, comes to the reader unasked. */
class PushTest {
    private static final int OWNER = 0;

    private final Wait worker = new Wait(new Thread());
    private final Wait other = new Wait(new Thread());

    private static CoherenceMessage push(long version) {
        return CoherenceMessage.push(ReducerByHand.UNIT, version, new SomeDiff((int) version));
    }

    /** Rank 1 has a copy of version 0. */
    @Nested
    class ToAReader {
        private final ReducerByHand rank = new ReducerByHand(1, 3, Publication.ADAPT);

        @Test
        void aChangeInTurnSparesTheFetch() {
            rank.receive(OWNER, push(1)).hearsOf(1);

            assertThat(rank.first("apply").arguments()).containsExactly(ReducerByHand.UNIT, new SomeDiff(1));
            assertThat(rank.unit.access()).isEqualTo(UnitState.UNSEEN);
            assertThat(rank.counts(Outbox.Event.PUSH)).isOne();
            assertThat(rank.reads(worker).sends(Type.READ_REQUEST)).isZero();
            assertThat(rank.unit.access()).isEqualTo(UnitState.READ);
            assertThat(rank.completed()).containsExactly(worker);
        }

        @Test
        void aChangeBehindItsNoticeStillCounts() {
            rank.hearsOf(1).receive(OWNER, push(1));
            assertThat(rank.unit.access()).isEqualTo(UnitState.UNSEEN);

            rank.receive(OWNER, push(2)).hearsOf(2);
            assertThat(rank.unit.access()).isEqualTo(UnitState.UNSEEN);
            assertThat(rank.all("apply")).hasSize(2);
        }

        @Test
        void oneThatALaterNoticeHasOvertakenDoesNot() {
            rank.hearsOf(2).receive(OWNER, push(1));

            assertThat(rank.has("apply")).isFalse();
            assertThat(rank.unit.access()).isEqualTo(UnitState.INVALID);
        }

        @Test
        void oneOutOfTurnIsIgnored() {
            rank.receive(OWNER, push(2)).receive(OWNER, push(0));

            assertThat(rank.calls).isEmpty();
            assertThat(rank.unit.access()).isEqualTo(UnitState.READ);
        }

        @Test
        void whatNobodyLooksAtIsUnwanted() {
            rank.receive(OWNER, push(1)).receive(OWNER, push(2));
            assertThat(rank.sends(Type.UNWANTED)).isZero();
            rank.receive(OWNER, push(3));

            assertThat(rank.sentTo(Type.UNWANTED)).containsExactly(OWNER);
            assertThat(rank.sent(Type.UNWANTED).rank()).isEqualTo(1);
            assertThat(rank.all("apply")).hasSize(2);
            assertThat(rank.unit.access()).isEqualTo(UnitState.INVALID);
        }

        @Test
        void whatIsLookedAtGoesOn() {
            for (int version = 1; version < 9; version++) {
                rank.receive(OWNER, push(version));
                if (version % 2 == 0) {
                    rank.reads(worker);
                }
            }
            assertThat(rank.sends(Type.UNWANTED)).isZero();
            assertThat(rank.counts(Outbox.Event.PUSH)).isEqualTo(8);
        }

        @Test
        void whoWaitsForACopyHasItThen() {
            rank.hearsOf(1).reads(worker).reads(other);
            assertThat(rank.sends(Type.READ_REQUEST)).isOne();
            rank.receive(OWNER, push(1));

            assertThat(rank.completed()).containsExactly(worker, other);
            assertThat(rank.unit.access()).isEqualTo(UnitState.READ);
        }

        @Test
        void whoWaitsToWriteMayThen() {
            rank.hearsOf(1).writes(worker).receive(OWNER, push(1));

            assertThat(rank.completed()).containsExactly(worker);
            assertThat(rank.unit.access()).isEqualTo(UnitState.WRITE);
            assertThat(rank.unit.isDirty()).isTrue();
            assertThat(rank.hasTwin()).isTrue();
        }

        @Test
        void whoWritesGoesOnWriting() {
            rank.hasWritten(worker);
            assertThat(rank.unit.access()).isEqualTo(UnitState.WRITE);
            rank.receive(OWNER, push(2));

            assertThat(rank.all("apply")).hasSize(1);
            assertThat(rank.unit.access()).isEqualTo(UnitState.WRITE);
        }

        /** A change may come before something else that was released earlier. */
        @Test
        void whoWantsItUpToDateWaitsOn() {
            rank.readsUpToDate(worker).receive(OWNER, push(1));

            assertThat(rank.completed()).isEmpty();
            CoherenceMessage request = rank.sent(Type.READ_REQUEST);
            assertThat(request.has(CoherenceMessage.EAGER)).isTrue();
            rank.receive(
                    OWNER,
                    CoherenceMessage.readReply(ReducerByHand.UNIT, request.request(), 1, CoherenceMessage.EAGER));
            assertThat(rank.completed()).containsExactly(worker);
            assertThat(rank.unit.currentFor(worker.worker())).isTrue();
        }

        @Test
        void whoAsksForOwnershipNeedsNone() {
            rank.acquires(worker);
            int before = rank.calls.size();
            rank.receive(OWNER, push(1));

            assertThat(rank.calls).hasSize(before);
        }

        @Test
        void whoSaysThatItIsUnwantedIsTheOwnersBusiness() {
            rank.receive(2, CoherenceMessage.unwanted(ReducerByHand.UNIT, 2));

            assertThat(rank.calls).isEmpty();
        }
    }

    /** Rank 2 writes, rank 1 reads. */
    @Nested
    class FromTheOwner {
        private final ReducerByHand owner = new ReducerByHand(OWNER, 4, Publication.ADAPT);
        private int version;

        private void fetched(int rank) {
            owner.fetchedBy(rank, -1, false);
        }

        private void written(int rank) {
            owner.writtenBy(rank, version++);
        }

        /** By a worker of the owner. */
        private void writtenHere() {
            owner.writes(worker).publishes();
            version++;
        }

        private void follows(int rank) {
            for (int turn = 0; turn < 2; turn++) {
                fetched(rank);
                written(2);
            }
            fetched(rank);
        }

        @Test
        void whoReadsEachVersionGetsTheNext() {
            follows(1);
            assertThat(owner.sends(Type.PUSH)).isZero();

            written(2);
            assertThat(owner.sentTo(Type.PUSH)).containsExactly(1);
            assertThat(owner.sent(Type.PUSH).version()).isEqualTo(version);
            assertThat(owner.sent(Type.PUSH).diff()).isNotNull();
            written(2);
            assertThat(owner.sentTo(Type.PUSH)).as("without asking again").containsExactly(1, 1);
        }

        @Test
        void andAlsoWhatTheOwnerWrites() {
            follows(1);
            writtenHere();
            assertThat(owner.sentTo(Type.PUSH)).containsExactly(1);
            assertThat(owner.has("notice")).as("a notice makes sure of it").isTrue();
        }

        @Test
        void whoDoesNotWantItGetsNoMore() {
            follows(1);
            written(2);
            owner.receive(1, CoherenceMessage.unwanted(ReducerByHand.UNIT, 1));
            written(2);

            assertThat(owner.sends(Type.PUSH)).isOne();
        }

        @Test
        void theWriterHasWhatItWrote() {
            follows(1);
            written(1);
            assertThat(owner.sends(Type.PUSH)).isZero();
            written(2);
            assertThat(owner.sentTo(Type.PUSH)).as("it has the present version").containsExactly(1);
        }

        /** What the owner wrote before anybody followed is not known as a difference. */
        @Test
        void whoLacksAVersionGetsNone() {
            fetched(1);
            written(2);
            fetched(1);
            writtenHere();
            assertThat(owner.sends(Type.PUSH)).isZero();

            written(2);
            assertThat(owner.sends(Type.PUSH))
                    .as("the copy there is of an older version")
                    .isZero();
        }

        @Test
        void whoWantsItUpToDateIsToldInstead() {
            follows(1);
            owner.receive(1, CoherenceMessage.readRequest(ReducerByHand.UNIT, 1, 2, -1, true));
            assertThat(owner.sent(Type.READ_REPLY).has(CoherenceMessage.EAGER)).isTrue();
            int answers = (int) owner.sends(Type.DIFF_APPLIED);
            written(2);

            assertThat(owner.sends(Type.PUSH)).isZero();
            assertThat(owner.sentTo(Type.INVALIDATE)).containsExactly(1);
            assertThat(owner.sends(Type.DIFF_APPLIED))
                    .as("its copy is still read")
                    .isEqualTo(answers);
            owner.receive(
                    1,
                    CoherenceMessage.confirmed(
                            ReducerByHand.UNIT, owner.sent(Type.INVALIDATE).request()));
            assertThat(owner.sends(Type.DIFF_APPLIED)).isEqualTo(answers + 1);

            written(2);
            assertThat(owner.sends(Type.INVALIDATE)).as("it has none any more").isOne();
        }

        @Test
        void whoWantsItUpToDateAndWritesItKeepsItsCopy() {
            owner.receive(1, CoherenceMessage.readRequest(ReducerByHand.UNIT, 1, 2, -1, true));
            written(1);
            assertThat(owner.sends(Type.INVALIDATE)).isZero();
            assertThat(owner.sends(Type.DIFF_APPLIED)).isOne();

            written(2);
            assertThat(owner.sentTo(Type.INVALIDATE))
                    .as("and is told of what others write")
                    .containsExactly(1);
        }
    }
}
