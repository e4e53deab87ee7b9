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
import org.junit.jupiter.params.provider.ValueSource;

/** Who hears of what was written, and when. */
class PublicationTest {
    private final Wait worker = new Wait(new Thread("worker"));
    private final Wait other = new Wait(new Thread("other"));

    private static void confirmAll(ReducerByHand owner, Type told, int... ranks) {
        for (int rank : ranks) {
            owner.confirmedBy(rank, told);
        }
    }

    @Nested
    class Answers {
        @ParameterizedTest
        @EnumSource(names = {"NOTIFY", "ADAPT"})
        void sayWhetherTheWriterHasAllNow(Publication publication) {
            ReducerByHand owner = owner(publication).writtenBy(1, 0);
            assertThat(owner.sent(Type.DIFF_APPLIED).has(CoherenceMessage.CURRENT))
                    .isTrue();
            assertThat(owner.sent(Type.DIFF_APPLIED).version()).isEqualTo(1);
            owner.writtenBy(2, 0);
            assertThat(owner.sent(Type.DIFF_APPLIED).has(CoherenceMessage.CURRENT))
                    .as("it lacks what rank 1 has written")
                    .isFalse();
        }

        @ParameterizedTest
        @EnumSource(names = {"INVALIDATE", "UPDATE"})
        void sayThatTheWritersCopyStays(Publication publication) {
            Type told = publication == Publication.INVALIDATE ? Type.INVALIDATE : Type.UPDATE;
            ReducerByHand owner = owner(publication).writtenBy(1, 0);
            assertThat(owner.sentTo(told)).containsExactly(2, 3);
            confirmAll(owner, told, 2, 3);

            assertThat(owner.sent(Type.DIFF_APPLIED).has(CoherenceMessage.CURRENT))
                    .isTrue();
            assertThat(owner.sent(Type.DIFF_APPLIED).has(CoherenceMessage.NOTICE))
                    .isFalse();
        }

        @ParameterizedTest
        @EnumSource(names = {"NOTIFY", "ADAPT"})
        void sayWhetherAnybodyHasToHear(Publication publication) {
            ReducerByHand two = new ReducerByHand(0, 2, publication).writtenBy(1, 0);
            assertThat(two.sent(Type.DIFF_APPLIED).has(CoherenceMessage.NOTICE))
                    .as("nobody else has a copy")
                    .isFalse();
            assertThat(owner(publication)
                            .writtenBy(1, 0)
                            .sent(Type.DIFF_APPLIED)
                            .has(CoherenceMessage.NOTICE))
                    .isTrue();
        }

        /** Whose copy was invalidated has heard. */
        @Test
        void whoWasToldNeedNotHear() {
            ReducerByHand owner = new ReducerByHand(0, 3, Publication.ADAPT)
                    .fetchedBy(1, -1, true)
                    .writtenBy(2, 0);
            owner.confirmedBy(1, Type.INVALIDATE);

            assertThat(owner.sent(Type.DIFF_APPLIED).has(CoherenceMessage.NOTICE))
                    .isFalse();
        }

        @ParameterizedTest
        @EnumSource(names = {"NOTIFY", "ADAPT"})
        void tellAWriterThatItMayAsWellOwnTheUnit(Publication publication) {
            ReducerByHand owner = owner(publication);
            boolean[] takeHome = new boolean[7];
            int[] writers = {1, 1, 2, 1, 1, 1, 1};
            for (int i = 0; i < writers.length; i++) {
                owner.writtenBy(writers[i], i);
                takeHome[i] = owner.sent(Type.DIFF_APPLIED).has(CoherenceMessage.TAKE_HOME);
            }

            assertThat(takeHome).containsExactly(false, false, false, false, false, true, true);
        }

        @Test
        void raiseTheVersionOfAValidCopyThatIsCurrent() {
            ReducerByHand current = rank(Publication.NOTIFY).hasWritten(worker).publishes();
            current.applied(2, CoherenceMessage.CURRENT).publishes();
            assertThat(current.sent(Type.DIFF).version()).isEqualTo(2);

            ReducerByHand behind = rank(Publication.NOTIFY).hasWritten(worker).publishes();
            behind.applied(3, 0).publishes();
            assertThat(behind.sent(Type.DIFF).version()).isEqualTo(1);

            ReducerByHand stale = rank(Publication.NOTIFY).hasWritten(worker).publishes();
            stale.hearsOf(3).applied(2, CoherenceMessage.CURRENT).publishes();
            assertThat(stale.sent(Type.DIFF).version()).isEqualTo(1);
        }

        @Test
        void areNoticesWhereSomebodyHasToHear() {
            ReducerByHand rank = rank(Publication.NOTIFY).hasWritten(worker).publishes();
            rank.applied(2, CoherenceMessage.NOTICE);
            assertThat(rank.first("notice").arguments()).containsExactly(ReducerByHand.UNIT, 2L);
            assertThat(rank.sends(Type.DIFF))
                    .as("nothing was waiting for the next")
                    .isOne();

            ReducerByHand alone = rank(Publication.NOTIFY).hasWritten(worker).publishes();
            assertThat(alone.applied(2, 0).has("notice")).isFalse();
        }

        @Test
        void endWhatBeganMeanwhile() {
            ReducerByHand rank = rank(Publication.NOTIFY).hasWritten(worker).publishes();
            rank.publishes();
            assertThat(rank.sends(Type.DIFF)).as("one at a time").isOne();
            assertThat(rank.counts(Outbox.Event.DIFF)).isOne();
            rank.applied(2, 0);
            assertThat(rank.sends(Type.DIFF)).isEqualTo(2);
            assertThat(rank.all("done")).hasSize(1);
            rank.unchanged().applied(3, 0);
            assertThat(rank.sends(Type.DIFF)).isEqualTo(2);
            assertThat(rank.all("done")).hasSameSizeAs(rank.all("begin"));
        }
    }

    @Nested
    class Copies {
        @Test
        void thatAreUpdatedAreConfirmed() {
            ReducerByHand rank = rank(Publication.UPDATE);
            rank.receive(0, CoherenceMessage.update(ReducerByHand.UNIT, 5, 1, new ReducerByHand.SomeDiff(1)));

            assertThat(rank.all("apply")).hasSize(1);
            assertThat(rank.unit.access()).isEqualTo(UnitState.READ);
            assertThat(rank.sent(Type.CONFIRMED).request()).isEqualTo(5);
        }

        @Test
        void thatAreStaleAreNotUpdated() {
            ReducerByHand rank =
                    rank(Publication.UPDATE).receive(0, CoherenceMessage.invalidate(ReducerByHand.UNIT, 4, 1));
            rank.receive(3, CoherenceMessage.update(ReducerByHand.UNIT, 5, 2, new ReducerByHand.SomeDiff(1)));

            assertThat(rank.has("apply")).isFalse();
            assertThat(rank.sentTo(Type.CONFIRMED)).containsExactly(0, 3);
            rank.reads(worker);
            assertThat(rank.sentTo(Type.READ_REQUEST)).as("who told last").containsExactly(3);
        }

        @Test
        void thatLackWhatThisRankHasWrittenAreAskedForAgain() {
            ReducerByHand rank =
                    rank(Publication.NOTIFY).hasWritten(worker).publishes().applied(5, 0);
            rank.hearsOf(6).reads(other);
            int installed = rank.all("install").size();
            rank.replied(4, 0);
            assertThat(rank.all("install")).hasSize(installed);
            assertThat(rank.sends(Type.READ_REQUEST)).isEqualTo(3);
            rank.replied(6, 0);
            assertThat(rank.all("install")).hasSize(installed + 1);
            assertThat(rank.completed()).contains(other);
        }

        @Test
        void thatNoticesHaveOvertakenAreCounted() {
            ReducerByHand rank =
                    rank(Publication.NOTIFY).hearsOf(1).reads(worker).hearsOf(2);
            rank.replied(1, 0);
            assertThat(rank.counts(Outbox.Event.STALE_REPLY)).isOne();
            rank.reads(worker).replied(2, 0);
            assertThat(rank.counts(Outbox.Event.STALE_REPLY)).isOne();
        }

        @ParameterizedTest
        @EnumSource(names = {"NOTIFY", "ADAPT"})
        void comeWithoutContentToWhomTheyArePresent(Publication publication) {
            ReducerByHand owner = owner(publication).fetchedBy(1, 0, false);
            assertThat(owner.sent(Type.READ_REPLY).has(CoherenceMessage.CONTENT))
                    .isFalse();
            owner.fetchedBy(2, -1, false);
            assertThat(owner.sent(Type.READ_REPLY).has(CoherenceMessage.CONTENT))
                    .isTrue();
            owner.writes(worker).fetchedBy(3, 0, false);
            assertThat(owner.sent(Type.READ_REPLY).has(CoherenceMessage.CONTENT))
                    .as("while it is written one version is not one content")
                    .isTrue();
        }

        @Test
        void onlyAdaptiveOnesCountAsCurrent() {
            assertThat(owner(Publication.ADAPT).unit.copiesAreCurrent()).isTrue();
            assertThat(rank(Publication.ADAPT).unit.copiesAreCurrent()).isFalse();
            assertThat(owner(Publication.NOTIFY).unit.copiesAreCurrent()).isFalse();
            ReducerByHand lazy = owner(Publication.NOTIFY).fetchedBy(1, -1, true);
            assertThat(lazy.sent(Type.READ_REPLY).has(CoherenceMessage.EAGER)).isFalse();

            ReducerByHand rank = rank(Publication.ADAPT).readsUpToDate(worker).replied(0, CoherenceMessage.EAGER);
            assertThat(rank.unit.copiesAreCurrent()).isTrue();
            rank.readsUpToDate(other);
            assertThat(rank.completed()).as("without asking").containsExactly(worker, other);
            rank.receive(0, CoherenceMessage.copy(ReducerByHand.UNIT, 1));
            assertThat(rank.unit.copiesAreCurrent())
                    .as("this one nobody invalidates")
                    .isFalse();
            rank.readsUpToDate(worker).replied(1, CoherenceMessage.EAGER);
            rank.receive(0, CoherenceMessage.invalidate(ReducerByHand.UNIT, 1, 2));
            assertThat(rank.unit.copiesAreCurrent()).isFalse();
        }

        /** A worker has looked at it, though what was asked for ahead of need is still to come. */
        @Test
        void thatWereForeseenAndHaveComeOtherwiseStaySeen() {
            ReducerByHand rank = rank(Publication.ADAPT).hearsOf(1).isForeseen();
            rank.receive(0, CoherenceMessage.push(ReducerByHand.UNIT, 1, new ReducerByHand.SomeDiff(1)));
            rank.reads(worker);
            assertThat(rank.unit.access()).isEqualTo(UnitState.READ);
            rank.replied(1, 0);
            assertThat(rank.unit.access()).isEqualTo(UnitState.READ);
        }

        @Test
        void whoseOwnerHasGrantedItAwayAreNotCurrent() {
            ReducerByHand owner = owner(Publication.ADAPT).homeWantedBy(2);
            assertThat(owner.unit.copiesAreCurrent()).isFalse();
            assertThat(owner.unit.access()).isEqualTo(UnitState.READ);
        }

        /** It left the owner before a change that has come meanwhile; that it counts as current is over, too. */
        @Test
        void thatAPushHasOvertakenAreNotInstalled() {
            ReducerByHand rank = rank(Publication.ADAPT).readsUpToDate(worker);
            rank.receive(3, CoherenceMessage.push(ReducerByHand.UNIT, 1, new ReducerByHand.SomeDiff(1)));
            rank.replied(0, CoherenceMessage.EAGER);

            assertThat(rank.has("install")).isFalse();
            assertThat(rank.unit.access()).isEqualTo(UnitState.READ);
            assertThat(rank.unit.copiesAreCurrent()).isFalse();
            rank.hearsOf(2).reads(other);
            assertThat(rank.sentTo(Type.READ_REQUEST)).as("the owner has moved").containsExactly(0, 3);
        }

        /** Two workers, one behind the other: the second needs what is released until it asks. */
        @Test
        void upToDateAreAskedForWhenTheyAreWanted() {
            ReducerByHand rank = rank(Publication.ADAPT).readsUpToDate(worker).readsUpToDate(other);
            assertThat(rank.sends(Type.READ_REQUEST)).isOne();
            rank.replied(0, 0);
            assertThat(rank.completed()).containsExactly(worker);
            assertThat(rank.sends(Type.READ_REQUEST)).isEqualTo(2);
            rank.replied(0, 0);
            assertThat(rank.completed()).containsExactly(worker, other);
        }

        @Test
        void thatComeWithALockAreCounted() {
            ReducerByHand rank = rank(Publication.NOTIFY).receive(0, CoherenceMessage.copy(ReducerByHand.UNIT, 1));

            assertThat(rank.counts(Outbox.Event.COPY_WITH_LOCK)).isOne();
        }
    }

    @Nested
    class AtABarrier {
        @ParameterizedTest
        @EnumSource(names = {"NOTIFY", "ADAPT"})
        void whatNobodyHasIsItsOwnersAlone(Publication publication) {
            ReducerByHand owner = owner(publication).writes(worker).publishes();
            assertThat(owner.all("changed")).hasSize(1);
            assertThat(owner.first("changed").arguments()).containsExactly(owner.unit);
            owner.lowers().passesBarrier();
            assertThat(owner.unit.access()).isEqualTo(UnitState.OWNED);
            owner.retires();
            assertThat(owner.unit.isDirty()).isFalse();
            assertThat(owner.unit.tryWrite()).isTrue();
        }

        @ParameterizedTest
        @EnumSource(names = {"NOTIFY", "ADAPT"})
        void whoseCopyIsPresentStaysAmongTheSharers(Publication publication) {
            ReducerByHand owner = owner(publication).writtenBy(3, 0).passesBarrier();
            assertThat(owner.unit.access()).isEqualTo(UnitState.READ);
            assertThat(owner.homeWantedBy(2).sent(Type.GRANT).sharers()).hasToString("{0,3}");
        }

        /** The write notice of a rank that was in the barrier, or past it, travels with the next one. */
        @ParameterizedTest
        @EnumSource(names = {"NOTIFY", "ADAPT"})
        void whatARankPublishedInTheBarrierStaysSharedUntilTheNext(Publication publication) {
            ReducerByHand owner = owner(publication)
                    .receive(
                            3,
                            CoherenceMessage.diff(ReducerByHand.UNIT, 3, 1, 0, 0, null)
                                    .publishedIn(1));
            owner.passesBarrier();
            assertThat(owner.all("changed")).as("comes again").hasSize(2);
            assertThat(owner.homeWantedBy(2).sent(Type.GRANT).sharers()).hasToString("{0,1,3}");

            ReducerByHand later = owner(publication)
                    .receive(
                            3,
                            CoherenceMessage.diff(ReducerByHand.UNIT, 3, 1, 0, 0, null)
                                    .publishedIn(1));
            later.passesBarrier().passesBarrier();
            assertThat(later.homeWantedBy(2).sent(Type.GRANT).sharers()).hasToString("{0,3}");
            assertThat(later.sent(Type.GRANT).barrier())
                    .as("the next owner has to know")
                    .isOne();
        }

        @ParameterizedTest
        @EnumSource(names = {"NOTIFY", "ADAPT"})
        void whatANewOwnerHearsOfCountsForItsBarriers(Publication publication) {
            RankSet other = new RankSet();
            other.add(2);
            ReducerByHand owner = rank(publication)
                    .writes(worker)
                    .receive(
                            0,
                            CoherenceMessage.grant(
                                            ReducerByHand.UNIT, 4, other, new RankSet(), CoherenceMessage.CONTENT)
                                    .publishedIn(1));
            assertThat(owner.passesBarrier().unit.access()).isNotEqualTo(UnitState.OWNED);
            assertThat(owner.homeWantedBy(3).sent(Type.GRANT).sharers()).hasToString("{2}");
        }

        /** It may pass a lock on to another rank in the barrier; neither has heard what the barrier tells. */
        @ParameterizedTest
        @EnumSource(names = {"NOTIFY", "ADAPT"})
        void aWriterThatHasNotPassedTheBarrierNeedsANotice(Publication publication) {
            for (int flags : new int[] {0, CoherenceMessage.IN_BARRIER}) {
                ReducerByHand owner = owner(publication).writes(worker).publishes();
                owner.passesBarrier();

                owner.receive(
                        3,
                        CoherenceMessage.diff(ReducerByHand.UNIT, 3, 1, 0, flags, null)
                                .publishedIn(1));

                assertThat(owner.sent(Type.DIFF_APPLIED).has(CoherenceMessage.NOTICE))
                        .isEqualTo(flags != 0);
            }
        }

        /** Nobody has a copy; so nothing of what the owner goes on to write is to be told. */
        @Test
        void whatIsStillWrittenThenIsNobodysBusiness() {
            ReducerByHand owner =
                    owner(Publication.NOTIFY).writes(worker).publishes().passesBarrier();
            assertThat(owner.unit.access()).isEqualTo(UnitState.WRITE);
            owner.lowers();

            assertThat(owner.unit.isDirty()).isFalse();
            assertThat(owner.unit.access()).isEqualTo(UnitState.WRITE);
        }

        @Test
        void whatOthersOwnStaysAsItIs() {
            ReducerByHand rank = rank(Publication.NOTIFY).passesBarrier();
            assertThat(rank.unit.access()).isEqualTo(UnitState.READ);
        }

        @Test
        void whatIsOnItsWayToAnotherRankStays() {
            ReducerByHand owner =
                    new ReducerByHand(0, 2, Publication.NOTIFY).writes(worker).publishes();
            owner.lowers().wantedBy(1);
            assertThat(owner.sends(Type.GRANT)).isZero();
            owner.passesBarrier();

            assertThat(owner.unit.access()).isEqualTo(UnitState.READ);
        }
    }

    @Nested
    class OfTheOwner {
        @Test
        void itsReleaseWaitsForCopiesAndNobodyHasToHear() {
            ReducerByHand owner = owner(Publication.INVALIDATE).writes(worker).publishes();
            assertThat(owner.has("done")).isFalse();
            confirmAll(owner, Type.INVALIDATE, 1, 2);
            assertThat(owner.has("done")).isFalse();
            owner.confirmedBy(3, Type.INVALIDATE);
            assertThat(owner.all("done")).hasSize(1);
            assertThat(owner.has("notice")).isFalse();
        }

        /** A rank that has not confirmed may still read the old value: no worker here may come to hold the unit unseen. */
        @Test
        void itIsAloneOnlyWhenAllHaveConfirmed() {
            ReducerByHand owner = owner(Publication.INVALIDATE).writes(worker).publishes();
            owner.lowers().hearsOfRelease();
            assertThat(owner.unit.access()).isEqualTo(UnitState.READ);
            confirmAll(owner, Type.INVALIDATE, 1, 2, 3);
            owner.hearsOfRelease();
            assertThat(owner.unit.access()).isEqualTo(UnitState.OWNED);
        }

        @Test
        void aVersionThatNobodyConfirmsEndsBehindTheOneBefore() {
            ReducerByHand owner = owner(Publication.ADAPT)
                    .fetchedBy(1, -1, true)
                    .writtenBy(2, 0)
                    .writtenBy(3, 0);
            assertThat(owner.sentTo(Type.INVALIDATE)).containsExactly(1);
            assertThat(owner.sends(Type.DIFF_APPLIED)).isZero();

            owner.confirmedBy(1, Type.INVALIDATE);
            assertThat(owner.sentTo(Type.DIFF_APPLIED)).containsExactly(2, 3);
        }

        /** A copy of the last version may be on its way to a rank that has not confirmed yet. */
        @Test
        void copiesThatAHoldInvalidatesAreOfAnEarlierVersion() {
            ReducerByHand owner = owner(Publication.INVALIDATE).acquires(worker);
            assertThat(owner.sent(Type.INVALIDATE).version()).isOne();
        }

        @Test
        void nothingIsToldOfWhatNobodyHas() {
            ReducerByHand alone =
                    new ReducerByHand(0, 1, Publication.ADAPT).writes(worker).publishes();

            assertThat(alone.has("changed")).isFalse();
        }
    }

    /** Only the owner had a copy, and may write it on: what a copy for another rank makes of that. */
    @Nested
    class Exposed {
        private ReducerByHand alone(Publication publication) {
            ReducerByHand owner =
                    new ReducerByHand(0, 2, publication).writes(worker).publishes();
            owner.passesBarrier().lowers();
            assertThat(owner.unit.isDirty()).isFalse();
            assertThat(owner.unit.access()).isEqualTo(UnitState.WRITE);
            return owner;
        }

        @ParameterizedTest
        @EnumSource(names = {"NOTIFY", "ADAPT"})
        void whatIsWrittenOnIsToldWithTheNextRelease(Publication publication) {
            ReducerByHand owner = alone(publication).fetchedBy(1, -1, false);
            assertThat(owner.has("diff")).as("a notice will tell").isFalse();
            int told = owner.all("notice").size();
            assertThat(owner.publishes().all("notice")).hasSize(told + 1);
        }

        /** It may not have written for long: then a copy that is still good stays so. */
        @ParameterizedTest
        @EnumSource(names = {"NOTIFY", "ADAPT"})
        void whatIsNotWrittenOnIsNobodysBusiness(Publication publication) {
            ReducerByHand owner = alone(publication).fetchedBy(1, -1, false);
            int told = owner.all("notice").size();
            assertThat(owner.unchanged().publishes().all("notice")).hasSize(told);
        }

        @Test
        void whatCountsAsCurrentHasAllThatWasReleased() {
            ReducerByHand owner = alone(Publication.ADAPT).fetchedBy(1, -1, true);
            assertThat(owner.all("diff")).hasSize(1);
        }
    }

    /** An owner's memory is reached by ranks that know the place. */
    @Nested
    class Exported {
        private final ReducerByHand owner = owner(Publication.ADAPT).reached();

        @Test
        void whoKnowsThePlaceMayHaveACopyOfAnyVersion() {
            owner.fetchedBy(1, -1, false);
            assertThat(owner.sent(Type.READ_REPLY).has(CoherenceMessage.LOCATED))
                    .isTrue();
            owner.writtenBy(2, 0).passesBarrier().homeWantedBy(3);

            assertThat(owner.sent(Type.GRANT).sharers()).hasToString("{0,1,2}");
            assertThat(owner.sent(Type.GRANT).fresh()).hasToString("{0,1,2}");
            assertThat(owner.all("revoke")).hasSize(1);
        }

        @Test
        void whoWantsItUpToDateIsNotLocated() {
            owner.fetchedBy(1, -1, true);
            assertThat(owner.sent(Type.READ_REPLY).has(CoherenceMessage.LOCATED))
                    .isFalse();
            assertThat(owner.has("export")).isFalse();
        }

        @Test
        void alsoBehindAHoldThatInvalidatesCopies() {
            owner.fetchedBy(1, -1, false).fetchedBy(1, -1, true).fetchedBy(2, -1, true);
            owner.acquires(worker);
            assertThat(owner.sentTo(Type.INVALIDATE)).containsExactly(1, 2);
            confirmAll(owner, Type.INVALIDATE, 1, 2);
            owner.publishesAtOnce().lets().homeWantedBy(3);

            CoherenceMessage grant = owner.sent(Type.GRANT);
            assertThat(grant.sharers()).hasToString("{1}");
            assertThat(grant.fresh()).hasToString("{1}");
            assertThat(grant.has(CoherenceMessage.EAGER)).isFalse();
        }

        @Test
        void whatIsFetchedAtAPeriodIsThereInTime() {
            for (int barrier = 10; barrier <= 90; barrier += 40) {
                owner.behind(barrier).fetchedBy(1, -1, false);
            }
            int exports = owner.all("export").size();
            owner.writtenBy(2, 0);

            assertThat(owner.first("expect").arguments()).containsExactly(owner.unit, 130);
            assertThat(owner.all("suspend")).hasSize(1);
            assertThat(owner.all("export")).hasSize(exports);
        }

        @Test
        void whatIsPublishedBehindTheBarrierOfAPeriodIsThereAtOnce() {
            for (int barrier = 10; barrier <= 90; barrier += 40) {
                owner.behind(barrier).fetchedBy(1, -1, false);
            }
            int exports = owner.all("export").size();
            owner.behind(130).writtenBy(2, 0);

            assertThat(owner.has("expect")).isFalse();
            assertThat(owner.has("suspend")).isFalse();
            assertThat(owner.all("export")).hasSize(exports + 1);
        }

        @Test
        void whoAsksTwiceBehindOneBarrierHasNotBeenForeseen() {
            for (int barrier = 10; barrier <= 90; barrier += 40) {
                owner.behind(barrier).fetchedBy(1, -1, false);
            }
            owner.writtenBy(2, 0);
            assertThat(owner.all("suspend")).hasSize(1);
            int exports = owner.all("export").size();
            owner.fetchedBy(1, -1, false).writtenBy(2, 1);

            assertThat(owner.all("suspend")).as("it may be wanted at any time").hasSize(1);
            assertThat(owner.all("export")).hasSize(exports + 2);
        }

        @Test
        void whatIsFetchedWithoutAskingHasAPeriodToo() {
            owner.fetchedUnasked().behind(10).fetchedBy(1, -1, false);
            owner.behind(50).writtenBy(2, 0).behind(90).writtenBy(2, 1);
            assertThat(owner.has("suspend")).isFalse();
            owner.behind(91).writtenBy(2, 2);

            assertThat(owner.first("expect").arguments()).containsExactly(owner.unit, 130);
        }

        @Test
        void whoKnewThePlaceUnderAnEarlierOwnerIsNotReached() {
            owner.fetchedBy(1, -1, false).homeWantedBy(2);
            assertThat(owner.all("revoke")).hasSize(1);
            assertThat(owner.unit.isLocated()).isFalse();
            owner.publishesAtOnce().acquires(worker).granted(4, 0).lets();
            owner.fetchedBy(3, -1, false).homeWantedBy(2);

            assertThat(owner.sent(Type.GRANT).sharers()).hasToString("{0,3}");
        }

        /** It was told that its copy is stale, and finds the next one by itself. */
        @Test
        void whoKnowsThePlaceIsASharerThoughItsCopyWasInvalidated() {
            owner.fetchedBy(1, -1, false).fetchedBy(1, -1, true).writtenBy(2, 0);
            assertThat(owner.sentTo(Type.INVALIDATE)).containsExactly(1);
            owner.confirmedBy(1, Type.INVALIDATE).homeWantedBy(3);

            assertThat(owner.sent(Type.GRANT).sharers()).hasToString("{0,1,2}");
        }

        @ParameterizedTest
        @ValueSource(booleans = {false, true})
        void whatIsSuspendedIsThereAgainWhenItIsExpected(boolean alone) {
            for (int barrier = 10; barrier <= 90; barrier += 40) {
                owner.behind(barrier).fetchedBy(1, -1, false);
            }
            owner.writes(worker).publishes().lowers().retires();
            assertThat(owner.all("suspend")).hasSize(1);
            if (alone) {
                owner.passesBarrier();
            }
            assertThat(owner.unit.access()).isEqualTo(alone ? UnitState.OWNED : UnitState.READ);
            int exports = owner.all("export").size();
            owner.isExpected();

            assertThat(owner.all("export")).hasSize(exports + 1);
            assertThat(owner.unit.access()).isEqualTo(UnitState.READ);
        }

        @Test
        void aRankThatReachesThePlaceAsksForNoOwnership() {
            ReducerByHand rank = rank(Publication.ADAPT).reached().hearsOf(1).reads(worker);
            rank.replied(1, CoherenceMessage.MIGRATORY).hearsOf(2).reads(worker);
            assertThat(rank.sends(Type.ACQUIRE_REQUEST)).isZero();
        }
    }
}
