package jdsm.coherence;

import static jdsm.coherence.ReducerByHand.firstOwner;
import static jdsm.coherence.ReducerByHand.owner;
import static jdsm.coherence.ReducerByHand.rank;
import static org.assertj.core.api.Assertions.assertThat;

import jdsm.coherence.CoherenceMessage.Type;
import jdsm.coherence.ReducerByHand.Wait;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Volatile reads share copies, and a copy comes with all that was released before its content. */
class VolatileReadTest {
    private final Wait worker = new Wait(new Thread("worker"));
    private final Wait other = new Wait(new Thread("other"));

    @Nested
    class Elsewhere {
        @Test
        void theFirstCopyNeedsNoMessage() {
            assertThat(rank(Publication.INVALIDATE).unit.isAcquired()).isTrue();
            assertThat(rank(Publication.ADAPT).unit.isAcquired())
                    .as("no round invalidates it")
                    .isFalse();
        }

        @Test
        void anInvalidCopyIsAskedForWithAllThatWasReleased() {
            ReducerByHand rank = rank(Publication.INVALIDATE);
            rank.receive(0, CoherenceMessage.invalidate(ReducerByHand.UNIT, 1, 1));
            assertThat(rank.unit.isAcquired()).isFalse();

            rank.readsVolatile(worker);
            assertThat(rank.sent(Type.READ_REQUEST).has(CoherenceMessage.ACQUIRE))
                    .isTrue();
            assertThat(rank.completed()).isEmpty();

            rank.replied(1, CoherenceMessage.ACQUIRE);
            assertThat(rank.completed()).containsExactly(worker);
            assertThat(rank.unit.isAcquired()).isTrue();
        }

        @Test
        void aCopyOfAnOrdinaryReadIsNotAcquired() {
            ReducerByHand rank = rank(Publication.INVALIDATE);
            rank.receive(0, CoherenceMessage.invalidate(ReducerByHand.UNIT, 1, 1))
                    .reads(worker);
            rank.replied(1, 0);
            assertThat(rank.unit.isReadable()).isTrue();
            assertThat(rank.unit.isAcquired()).isFalse();

            rank.readsVolatile(other);
            assertThat(rank.sends(Type.READ_REQUEST)).isEqualTo(2);
            assertThat(rank.completed()).containsExactly(worker);
        }

        @Test
        void aReplyThatDoesNotAcquireLeavesVolatileReadersWaiting() {
            ReducerByHand rank = rank(Publication.INVALIDATE);
            rank.receive(0, CoherenceMessage.invalidate(ReducerByHand.UNIT, 1, 1))
                    .reads(worker);
            rank.readsVolatile(other).replied(1, 0);
            assertThat(rank.completed()).containsExactly(worker);

            rank.replied(1, CoherenceMessage.ACQUIRE);
            assertThat(rank.completed()).containsExactly(worker, other);
        }

        @Test
        void aCopyThatArrivesEndsTheWaitsOfAllVolatileReaders() {
            ReducerByHand rank = rank(Publication.INVALIDATE);
            rank.receive(0, CoherenceMessage.invalidate(ReducerByHand.UNIT, 1, 1))
                    .readsVolatile(worker);
            rank.readsVolatile(other).replied(1, CoherenceMessage.ACQUIRE);

            assertThat(rank.completed()).containsExactly(worker, other);
            assertThat(rank.sends(Type.READ_REQUEST)).isEqualTo(1);
        }
    }

    /** A change that the owner sends unasked brings no notices. */
    @Nested
    class AdaptiveCopies {
        private final ReducerByHand rank = rank(Publication.ADAPT).readsVolatile(worker);

        private static CoherenceMessage push() {
            return CoherenceMessage.push(ReducerByHand.UNIT, 1, new ReducerByHand.SomeDiff(1));
        }

        @Test
        void aReplyThatAChangeHasOvertakenIsNotAcquired() {
            ReducerByHand early = rank(Publication.ADAPT).receive(0, push()).readsVolatile(worker);
            early.replied(0, CoherenceMessage.EAGER | CoherenceMessage.ACQUIRE);

            assertThat(early.sends(Type.READ_REQUEST)).isEqualTo(2);
            assertThat(early.completed()).isEmpty();
            early.replied(1, CoherenceMessage.EAGER | CoherenceMessage.ACQUIRE);
            assertThat(early.completed()).containsExactly(worker);
            assertThat(early.unit.isAcquired()).isTrue();
        }

        @Test
        void whatCameUnaskedIsNotAcquired() {
            ReducerByHand pushed = rank(Publication.ADAPT).receive(0, push()).reads(other);
            assertThat(pushed.unit.isReadable()).isTrue();
            assertThat(pushed.unit.isAcquired()).isFalse();

            ReducerByHand copied = rank(Publication.ADAPT).receive(0, CoherenceMessage.copy(ReducerByHand.UNIT, 1));
            assertThat(copied.all("install")).hasSize(1);
            assertThat(copied.unit.isAcquired()).isFalse();
        }

        /** A worker that has found an acquired copy may be about to read it. */
        @Test
        void whatComesUnaskedToAReaderIsNotStored() {
            rank.replied(0, CoherenceMessage.EAGER | CoherenceMessage.ACQUIRE);
            int installed = rank.all("install").size();

            rank.receive(0, push()).receive(0, CoherenceMessage.copy(ReducerByHand.UNIT, 1));

            assertThat(rank.has("apply")).isFalse();
            assertThat(rank.sends(Type.UNWANTED))
                    .as("the owner need not push on")
                    .isOne();
            assertThat(rank.all("install")).hasSize(installed);
            assertThat(rank.unit.isAcquired()).isTrue();
        }

        @Test
        void aReaderOfAnAcquiredCopyWaitsForNothing() {
            rank.replied(0, CoherenceMessage.EAGER | CoherenceMessage.ACQUIRE);
            rank.readsVolatile(other);

            assertThat(rank.completed()).containsExactly(worker, other);
            assertThat(rank.sends(Type.READ_REQUEST)).isOne();
        }
    }

    @Nested
    class AtTheOwner {
        @Test
        void itsOwnReaderWaitsForNothing() {
            ReducerByHand owner = owner(Publication.INVALIDATE).readsVolatile(worker);
            assertThat(owner.completed()).containsExactly(worker);

            ReducerByHand next = rank(Publication.NOTIFY).acquires(worker).granted(1, 0);
            next.lets();
            assertThat(next.unit.isAcquired()).isTrue();
        }

        /** Its workers may have written before they shared the unit, and no hold tells of that. */
        @Test
        void theFirstReaderWaitsForWhatTheFirstOwnerHasWritten() {
            ReducerByHand owner = firstOwner(Publication.INVALIDATE).readAsVolatileBy(2, 0, 0, 0, 0);
            assertThat(owner.sends(Type.READ_REPLY)).isZero();
            assertThat(owner.all("published")).hasSize(1);

            owner.hasPublished();
            assertThat(owner.sentTo(Type.READ_REPLY)).containsExactly(2);
            owner.readAsVolatileBy(3, 0, 0, 0, 0);
            assertThat(owner.sentTo(Type.READ_REPLY)).containsExactly(2, 3);
            assertThat(owner.all("published")).hasSize(1);
        }

        @Test
        void whatWasPublishedBeforeTheUnitMovedIsNotPublishedAgain() {
            ReducerByHand owner = firstOwner(Publication.INVALIDATE).publishesAtOnce();
            owner.wantedBy(2);
            assertThat(owner.sentTo(Type.GRANT)).containsExactly(2);
            owner.hearsOf(1).writes(worker).replied(1, 0).publishes();
            owner.receive(2, CoherenceMessage.diffApplied(ReducerByHand.UNIT, 1, 2, CoherenceMessage.TAKE_HOME));
            owner.lowers().writes(worker);
            assertThat(owner.sent(Type.ACQUIRE_REQUEST).has(CoherenceMessage.HOME_ONLY))
                    .isTrue();
            owner.granted(2, CoherenceMessage.HOME_ONLY, 2);
            int published = owner.all("published").size();

            owner.readAsVolatileBy(2, 0, 0, 0, 0);

            assertThat(owner.sentTo(Type.READ_REPLY)).containsExactly(2);
            assertThat(owner.all("published")).hasSize(published);
        }

        @Test
        void allReadersShareOneRelease() {
            ReducerByHand owner =
                    owner(Publication.NOTIFY).publishesAtOnce().acquires(worker).lets();
            owner.readAsVolatileBy(2, 0, 0, 0, 0).readAsVolatileBy(3, 0, 0, 0, 0);

            assertThat(owner.sentTo(Type.READ_REPLY)).containsExactly(2, 3);
            assertThat(owner.all("published")).hasSize(1);
        }

        /** The copy is of a time before the hold of another rank, and no message invalidates it here. */
        @Test
        void aFormerOwnersCopyIsNotAcquired() {
            ReducerByHand owner =
                    owner(Publication.INVALIDATE).publishesAtOnce().wantedBy(2);
            assertThat(owner.sentTo(Type.GRANT)).containsExactly(2);

            owner.reads(worker).readsVolatile(other).replied(1, 0);

            assertThat(owner.completed()).containsExactly(worker);
            assertThat(owner.sends(Type.READ_REQUEST)).isEqualTo(2);
        }

        @Test
        void whileReadersWaitNoWorkerHereWritesUnseen() {
            ReducerByHand owner = owner(Publication.INVALIDATE).passesBarrier().acquires(worker);
            owner.confirmedBy(1, Type.INVALIDATE)
                    .confirmedBy(2, Type.INVALIDATE)
                    .confirmedBy(3, Type.INVALIDATE);
            owner.readAsVolatileBy(2, 0, 0, 0, 0).lets();
            assertThat(owner.unit.access()).isEqualTo(UnitState.READ);
            assertThat(owner.unit.isDirty()).isFalse();

            owner.writes(other);
            assertThat(owner.completed()).containsExactly(worker, other);
            assertThat(owner.unit.isDirty()).as("what it stores is published").isTrue();
        }

        @Test
        void aReaderWaitsUntilEverythingIsPublished() {
            ReducerByHand owner = owner(Publication.INVALIDATE);
            owner.passesBarrier().acquires(worker);
            owner.confirmedBy(1, Type.INVALIDATE)
                    .confirmedBy(2, Type.INVALIDATE)
                    .confirmedBy(3, Type.INVALIDATE);
            assertThat(owner.completed()).containsExactly(worker);

            owner.readAsVolatileBy(2, 0, 0, 0, 0).lets();
            assertThat(owner.sends(Type.READ_REPLY)).isZero();
            assertThat(owner.unit.tryHold(other.worker()))
                    .as("no store before the reply")
                    .isFalse();

            owner.hasPublished();
            assertThat(owner.sentTo(Type.READ_REPLY)).containsExactly(2);
            assertThat(owner.sent(Type.READ_REPLY).has(CoherenceMessage.ACQUIRE))
                    .isTrue();
        }

        @Test
        void withoutAHoldNothingIsPublished() {
            ReducerByHand owner = owner(Publication.INVALIDATE).readAsVolatileBy(2, 0, 0, 0, 0);

            assertThat(owner.sentTo(Type.READ_REPLY)).containsExactly(2);
            assertThat(owner.has("published")).isFalse();
            assertThat(owner.has("grant")).as("with the notices").isTrue();
        }

        @Test
        void anOrdinaryReaderDoesNotWaitForTheRelease() {
            ReducerByHand owner = owner(Publication.INVALIDATE).passesBarrier().acquires(worker);
            owner.confirmedBy(1, Type.INVALIDATE)
                    .confirmedBy(2, Type.INVALIDATE)
                    .confirmedBy(3, Type.INVALIDATE);
            owner.lets().readAsVolatileBy(2, 0, 0, 0, 0).fetchedBy(3, -1, false);

            assertThat(owner.sentTo(Type.READ_REPLY)).containsExactly(3);
            owner.hasPublished();
            assertThat(owner.sentTo(Type.READ_REPLY)).containsExactly(3, 2);
        }

        @Test
        void aHandOverWaitsForTheReaders() {
            ReducerByHand owner = owner(Publication.INVALIDATE).passesBarrier().acquires(worker);
            owner.confirmedBy(1, Type.INVALIDATE)
                    .confirmedBy(2, Type.INVALIDATE)
                    .confirmedBy(3, Type.INVALIDATE);
            owner.lets().readAsVolatileBy(2, 0, 0, 0, 0).wantedBy(3);
            assertThat(owner.all("published")).hasSize(1);

            owner.hasPublished();
            assertThat(owner.sentTo(Type.READ_REPLY)).containsExactly(2);
            assertThat(owner.sends(Type.GRANT)).isZero();
            owner.hasPublished();
            assertThat(owner.sentTo(Type.GRANT)).containsExactly(3);
            assertThat(owner.unit.isAcquired()).isFalse();
        }
    }
}
