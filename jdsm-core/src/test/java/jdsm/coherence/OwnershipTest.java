package jdsm.coherence;

import static jdsm.coherence.ReducerByHand.owner;
import static jdsm.coherence.ReducerByHand.rank;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jdsm.coherence.CoherenceMessage.Type;
import jdsm.coherence.ReducerByHand.Wait;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Who gets a unit when, and what goes along with it. */
class OwnershipTest {
    private final Wait worker = new Wait(new Thread("worker"));
    private final Wait other = new Wait(new Thread("other"));
    private final Wait third = new Wait(new Thread("third"));

    @Nested
    class Turns {
        @Test
        void workersAndRanksInTheOrderInWhichTheyAsked() {
            ReducerByHand owner = owner(Publication.NOTIFY).publishesAtOnce();
            owner.acquires(worker).acquires(other).wantedBy(2).acquires(third);
            assertThat(owner.completed()).containsExactly(worker);

            owner.lets();
            assertThat(owner.completed()).containsExactly(worker, other);
            assertThat(owner.sends(Type.GRANT)).isZero();
            owner.lets();
            assertThat(owner.sentTo(Type.GRANT)).containsExactly(2);
            assertThat(owner.sentTo(Type.ACQUIRE_REQUEST))
                    .as("the third goes on waiting")
                    .containsExactly(2);
            assertThat(owner.completed()).hasSize(2);
            owner.granted(1, 0);
            assertThat(owner.completed()).containsExactly(worker, other, third);
        }

        /** Rank 0 is a rank like any other. */
        @Test
        void alsoIfRankZeroIsNext() {
            ReducerByHand rank = rank(Publication.NOTIFY).publishesAtOnce().acquires(worker);
            rank.granted(1, 0).wantedBy(0).acquires(other);
            rank.lets();

            assertThat(rank.sentTo(Type.GRANT)).containsExactly(0);
            assertThat(rank.completed()).containsExactly(worker);
        }

        @Test
        void whoAsksTwiceHoldsOnceAndTriesAgainByItself() {
            ReducerByHand owner = owner(Publication.NOTIFY).publishesAtOnce();
            owner.acquires(worker)
                    .acquires(other)
                    .acquires(third)
                    .acquires(other)
                    .wantedBy(2);
            owner.lets();
            assertThat(owner.completed()).containsExactly(worker, other);
            assertThat(owner.all("again")).hasSize(1);
            assertThat(owner.first("again").arguments()).containsExactly(other);

            owner.lets();
            assertThat(owner.completed()).as("before rank 2, which asked later").containsExactly(worker, other, third);
            owner.lets();
            assertThat(owner.sentTo(Type.GRANT)).containsExactly(2);
        }

        @Test
        void whoAsksAgainBehindAnotherRankCountsNotAmongThoseBeforeIt() {
            ReducerByHand owner = owner(Publication.NOTIFY).publishesAtOnce();
            owner.acquires(worker).acquires(other).acquires(third).wantedBy(2).acquires(other);
            owner.lets();
            assertThat(owner.all("again")).hasSize(1);
            owner.lets();
            assertThat(owner.completed()).containsExactly(worker, other, third);
            owner.lets();
            assertThat(owner.sentTo(Type.GRANT)).containsExactly(2);
        }

        @Test
        void whoAsksOftenCountsAsOftenAmongThoseBeforeAnotherRank() {
            Wait fourth = new Wait(new Thread("fourth"));
            ReducerByHand owner = owner(Publication.NOTIFY).publishesAtOnce();
            owner.acquires(worker)
                    .acquires(other)
                    .acquires(other)
                    .acquires(other)
                    .acquires(third);
            owner.wantedBy(2).acquires(other).acquires(fourth);
            owner.lets();
            assertThat(owner.all("again")).hasSize(3);
            owner.lets();
            assertThat(owner.completed()).containsExactly(worker, other, third);
            owner.lets();
            assertThat(owner.sentTo(Type.GRANT)).as("before the fourth").containsExactly(2);
            assertThat(owner.completed()).hasSize(3);
        }

        @Test
        void aHolderThatAsksIsToldToCountByItself() {
            ReducerByHand owner = owner(Publication.NOTIFY).acquires(worker).acquires(worker);

            assertThat(owner.first("again").arguments()).containsExactly(worker);
            assertThat(owner.completed()).containsExactly(worker);
        }

        @Test
        void readersAndWritersAreServedAtEachRelease() {
            ReducerByHand owner = owner(Publication.NOTIFY).acquires(worker);
            owner.reads(other).writes(third).acquires(worker).acquires(new Wait(new Thread()));
            assertThat(owner.completed()).containsExactly(worker);
            owner.lets();

            assertThat(owner.completed().subList(1, 3)).containsExactly(other, third);
            assertThat(owner.completed()).hasSize(4);
        }

        /** What reads meanwhile does not make it begin again: else nobody would ever hold it. */
        @Test
        void aHoldBeginsThoughOthersHaveAskedForCopiesMeanwhile() {
            ReducerByHand owner = owner(Publication.INVALIDATE).acquires(worker);
            assertThat(owner.unit.access()).isEqualTo(UnitState.READ);
            owner.confirmedBy(1, Type.INVALIDATE)
                    .fetchedBy(1, -1, false)
                    .confirmedBy(2, Type.INVALIDATE)
                    .confirmedBy(3, Type.INVALIDATE);

            assertThat(owner.unit.heldBy(worker.worker())).isTrue();
            assertThat(owner.sends(Type.INVALIDATE)).isEqualTo(3);
            assertThat(owner.sends(Type.READ_REPLY)).isZero();
            assertThat(owner.unit.isDirty()).as("nobody else has a copy").isFalse();
            owner.lets();
            assertThat(owner.sentTo(Type.READ_REPLY)).containsExactly(1);
        }

        @Test
        void whileCopiesAreInvalidatedForAHoldNobodyWrites() {
            ReducerByHand owner = owner(Publication.INVALIDATE).writes(worker);
            assertThat(owner.unit.access()).isEqualTo(UnitState.WRITE);
            owner.acquires(other);

            assertThat(owner.unit.access()).isEqualTo(UnitState.READ);
        }

        @Test
        void aHoldAmongSharersIsPublished() {
            ReducerByHand owner = owner(Publication.NOTIFY).acquires(worker);

            assertThat(owner.unit.isDirty()).isTrue();
            assertThat(owner.unit.release()).as("its release matters to them").isFalse();
        }

        @Test
        void aHoldAloneIsNobodysBusiness() {
            ReducerByHand alone = new ReducerByHand(0, 1, Publication.NOTIFY).acquires(worker);

            assertThat(alone.unit.access()).isEqualTo(UnitState.HELD);
            assertThat(alone.unit.isDirty()).isFalse();
            alone.lowers();
            assertThat(alone.unit.isLowered()).as("the holder does not ask").isFalse();
            assertThat(alone.unit.isWanted()).isFalse();
            alone.acquires(other);
            assertThat(alone.unit.isWanted()).isTrue();
            assertThat(alone.unit.access()).isEqualTo(UnitState.HELD_WANTED);
        }

        /** An update protocol brings copies up to date with a holder's release, not with the next barrier. */
        @Test
        void underUpdateAReleaseTellsTheCopies() {
            ReducerByHand owner = owner(Publication.UPDATE).acquires(worker);
            owner.lets();
            assertThat(owner.sentTo(Type.UPDATE)).containsExactly(1, 2, 3);

            for (Publication lazy : new Publication[] {Publication.NOTIFY, Publication.ADAPT}) {
                ReducerByHand silent = owner(lazy).acquires(worker).lets();
                assertThat(silent.has("begin")).as("%s", lazy).isFalse();
            }
        }
    }

    @Nested
    class Grants {
        @Test
        void waitUntilAllIsPublishedThatWasWrittenHereBefore() {
            ReducerByHand owner = owner(Publication.NOTIFY).acquires(worker).wantedBy(2);
            owner.lets();
            assertThat(owner.all("published")).hasSize(1);
            assertThat(owner.sends(Type.GRANT)).isZero();
            assertThat(owner.unit.access()).as("no worker can come to hold it").isIn(UnitState.READ, UnitState.WRITE);

            owner.hasPublished();
            assertThat(owner.sentTo(Type.GRANT)).containsExactly(2);
            assertThat(owner.all("published")).as("once").hasSize(1);
        }

        @ParameterizedTest
        @ValueSource(booleans = {true, false})
        void whileOneWaitsWorkersWriteOnAsTheyMay(boolean lowered) {
            ReducerByHand owner = owner(Publication.NOTIFY).writes(worker);
            if (lowered) {
                owner.lowers();
            }
            owner.wantedBy(2);

            assertThat(owner.unit.access()).isEqualTo(lowered ? UnitState.READ : UnitState.WRITE);
            assertThat(owner.hasTwin()).as("what is stored from here on").isTrue();
        }

        @Test
        void forWritingInPlaceNeedNoRelease() {
            ReducerByHand owner = owner(Publication.NOTIFY).homeWantedBy(2);
            assertThat(owner.has("published")).isFalse();
            assertThat(owner.sent(Type.GRANT).has(CoherenceMessage.HOME_ONLY)).isTrue();
        }

        /** Who holds it next acquires from whoever held it here, even if ownership moves for another reason first. */
        @Test
        void forWritingInPlaceNeedOneWhereItWasHeld() {
            ReducerByHand owner = owner(Publication.NOTIFY).acquires(worker);
            owner.lets().homeWantedBy(2);
            assertThat(owner.sends(Type.GRANT)).isZero();
            owner.hasPublished();
            assertThat(owner.sends(Type.GRANT)).isOne();
        }

        @Test
        void onceItWasPassedOnAnEarlierHoldDoesNotMatter() {
            ReducerByHand owner = owner(Publication.NOTIFY).publishesAtOnce().acquires(worker);
            owner.lets().wantedBy(2);
            assertThat(owner.all("published")).hasSize(1);
            owner.hearsOf(5)
                    .writes(worker)
                    .replied(5, 0)
                    .publishes()
                    .receive(2, CoherenceMessage.diffApplied(ReducerByHand.UNIT, 1, 6, CoherenceMessage.TAKE_HOME));
            assertThat(owner.unit.wasHeld()).isFalse();
        }

        @Test
        void whatWasWrittenIsToldBeforeItMovesForWriting() {
            ReducerByHand owner = owner(Publication.INVALIDATE).writes(worker).homeWantedBy(2);
            assertThat(owner.sentTo(Type.INVALIDATE)).containsExactly(1, 2, 3);
            assertThat(owner.sends(Type.GRANT)).isZero();
            for (int sharer = 1; sharer < 4; sharer++) {
                owner.confirmedBy(sharer, Type.INVALIDATE);
            }
            assertThat(owner.sentTo(Type.GRANT)).containsExactly(2);
            assertThat(owner.sends(Type.INVALIDATE)).as("once").isEqualTo(3);
        }

        @ParameterizedTest
        @EnumSource(names = {"NOTIFY", "ADAPT"})
        void sayWhoHasACopyAndWhoseIsPresent(Publication publication) {
            ReducerByHand owner =
                    owner(publication).writtenBy(3, 0).fetchedBy(1, 0, false).homeWantedBy(2);
            CoherenceMessage grant = owner.sent(Type.GRANT);

            assertThat(grant.version()).isEqualTo(1);
            assertThat(grant.sharers()).hasToString("{0,1,3}");
            assertThat(grant.fresh()).hasToString("{0,1,3}");
            ReducerByHand stale = owner(publication).writtenBy(3, 0).homeWantedBy(2);
            assertThat(stale.sent(Type.GRANT).sharers()).hasToString("{0,1,3}");
            assertThat(stale.sent(Type.GRANT).fresh()).hasToString("{0,3}");
        }

        @ParameterizedTest
        @EnumSource(names = {"NOTIFY", "ADAPT"})
        void leaveACopyWithWhomNoWorkerWrites(Publication publication) {
            ReducerByHand owner = owner(publication).homeWantedBy(2);
            assertThat(owner.unit.access()).isEqualTo(UnitState.READ);
            assertThat(owner.hearsOf(1).unit.access()).isEqualTo(UnitState.INVALID);

            ReducerByHand writer =
                    owner(publication).publishesAtOnce().writes(worker).homeWantedBy(2);
            assertThat(writer.unit.access())
                    .as("later stores are for the next owner")
                    .isEqualTo(UnitState.INVALID);
            assertThat(writer.sent(Type.GRANT).sharers()).hasToString("{1,3}");

            ReducerByHand holder = owner(publication).publishesAtOnce().wantedBy(2);
            assertThat(holder.unit.access()).as("who holds the unit writes it").isEqualTo(UnitState.INVALID);
        }

        @Test
        void bringTheContentToWhomItIsNew() {
            ReducerByHand owner = owner(Publication.NOTIFY)
                    .receive(2, CoherenceMessage.acquireRequest(ReducerByHand.UNIT, 2, 0, true, new int[0]));
            assertThat(owner.sent(Type.GRANT).has(CoherenceMessage.CONTENT)).isFalse();

            ReducerByHand older = owner(Publication.NOTIFY)
                    .writtenBy(3, 0)
                    .receive(2, CoherenceMessage.acquireRequest(ReducerByHand.UNIT, 2, 0, true, new int[0]));
            assertThat(older.sent(Type.GRANT).has(CoherenceMessage.CONTENT)).isTrue();
        }

        @Test
        void countAsAMoveOfTheUnitOrOfALock() {
            ReducerByHand rank = rank(Publication.NOTIFY).acquires(worker).granted(3, 0, 2);
            assertThat(rank.counts(Outbox.Event.OWNERSHIP_MOVE)).isOne();
            assertThat(rank.counts(Outbox.Event.LOCK_MOVE)).isZero();
            assertThat(rank.unit.isOwner()).isTrue();
            assertThat(rank.all("install")).hasSize(1);

            ReducerByHand lock = new ReducerByHand(1, 4, Publication.NOTIFY, Content.NONE).acquires(worker);
            lock.receive(0, CoherenceMessage.grant(ReducerByHand.UNIT, 0, new RankSet(), new RankSet(), 0));
            assertThat(lock.counts(Outbox.Event.LOCK_MOVE)).isOne();
            assertThat(lock.counts(Outbox.Event.OWNERSHIP_MOVE)).isZero();
            assertThat(lock.has("install")).isFalse();
        }

        @Test
        void serveAllWhoWaitHere() {
            ReducerByHand rank = rank(Publication.NOTIFY)
                    .hearsOf(1)
                    .acquires(worker)
                    .reads(other)
                    .writes(third);
            rank.granted(3, 0);

            assertThat(rank.completed()).containsExactly(other, third, worker);
        }

        /** Ownership comes back for a reason of its own; what this rank had sent before still waits for its answer. */
        @Test
        void waitForWhatThisRankHasSent() {
            ReducerByHand rank =
                    rank(Publication.NOTIFY).hasWritten(worker).publishes().publishesAtOnce();
            rank.acquires(worker).granted(2, 0).wantedBy(2);
            rank.lets();
            assertThat(rank.sends(Type.GRANT)).isZero();

            rank.applied(3, 0);
            assertThat(rank.sentTo(Type.GRANT)).containsExactly(2);
        }
    }

    @Nested
    class Requests {
        @Test
        void areNumberedAndCounted() {
            ReducerByHand rank = rank(Publication.NOTIFY).hearsOf(1).reads(worker);
            assertThat(rank.sent(Type.READ_REQUEST).request()).isEqualTo(1);
            assertThat(rank.sent(Type.READ_REQUEST).version())
                    .as("its copy is stale, and in place")
                    .isZero();
            assertThat(rank.sent(Type.READ_REQUEST).has(CoherenceMessage.CHANGES))
                    .isTrue();
            rank.replied(1, 0).hearsOf(2).reads(worker);
            assertThat(rank.sent(Type.READ_REQUEST).request()).isEqualTo(2);
            assertThat(rank.counts(Outbox.Event.FETCH)).isEqualTo(2);
            assertThat(rank.counts(Outbox.Event.INVALIDATION)).isEqualTo(2);
            assertThat(rank.counts(Outbox.Event.FETCH_AHEAD)).isZero();

            rank.replied(2, 0).hearsOf(3).isForeseen();
            assertThat(rank.counts(Outbox.Event.FETCH_AHEAD)).isOne();
        }

        @Test
        void goAheadForWhatIsLikelyToBeReadOnceAndWhereThereIsNoCopy() {
            ReducerByHand rank = rank(Publication.NOTIFY).isLikelyToBeRead();
            assertThat(rank.sends(Type.READ_REQUEST)).as("its copy is valid").isZero();

            rank.hearsOf(1).isLikelyToBeRead().isLikelyToBeRead();
            assertThat(rank.sends(Type.READ_REQUEST)).isOne();
            assertThat(rank.counts(Outbox.Event.FETCH_AHEAD)).isOne();
            assertThat(rank.replied(1, CoherenceMessage.CONTENT).unit.access()).isEqualTo(UnitState.UNSEEN);

            ReducerByHand owner = owner(Publication.NOTIFY).isLikelyToBeRead();
            assertThat(owner.sends(Type.READ_REQUEST)).isZero();
        }

        @Test
        void arePassedOnTowardsTheOwner() {
            ReducerByHand rank =
                    rank(Publication.NOTIFY).fetchedBy(2, -1, false).wantedBy(3).wantedBy(2);
            assertThat(rank.sentTo(Type.READ_REQUEST)).containsExactly(0);
            assertThat(rank.sentTo(Type.ACQUIRE_REQUEST))
                    .as("the second to who asked last")
                    .containsExactly(0, 3);
            assertThat(rank.counts(Outbox.Event.FORWARD)).isEqualTo(3);
            rank.writtenBy(2, 0);
            assertThat(rank.sentTo(Type.DIFF)).containsExactly(0);
            assertThat(rank.counts(Outbox.Event.FORWARD)).isEqualTo(4);
        }

        /** It is for the owner, which this rank is about to be. */
        @Test
        void thatComeRoundAreOver() {
            ReducerByHand rank = rank(Publication.NOTIFY).hearsOf(1).reads(worker);
            CoherenceMessage request = rank.sent(Type.READ_REQUEST);
            rank.acquires(other).receive(2, request).replied(1, 0);
            assertThat(rank.completed()).isEmpty();
            rank.granted(1, 0);
            assertThat(rank.completed()).containsExactly(worker, other);
        }

        @Test
        void thatComeRoundLateEndNoOther() {
            ReducerByHand rank = rank(Publication.NOTIFY).hearsOf(1).reads(worker);
            rank.acquires(other)
                    .receive(2, CoherenceMessage.readRequest(ReducerByHand.UNIT, 1, 77, -1, false))
                    .replied(1, 0);
            assertThat(rank.completed()).containsExactly(worker);
        }

        @Test
        void thatMissAreSentToTheOwner() {
            ReducerByHand rank = rank(Publication.NOTIFY).hearsOf(1).reads(worker);
            rank.misses(7);
            assertThat(rank.sends(Type.READ_REQUEST)).isOne();
            rank.misses(1);
            assertThat(rank.sends(Type.READ_REQUEST)).isEqualTo(2);
            assertThat(rank.sent(Type.READ_REQUEST).request()).isOne();
        }

        /** A copy that lies in the owner's memory costs no message, but it need not have all that was released. */
        @Test
        void areNotSentWhereTheCopyIsWithinReach() {
            ReducerByHand rank = rank(Publication.NOTIFY).located().hearsOf(1).reads(worker);
            assertThat(rank.first("fetch").arguments()).containsExactly(ReducerByHand.UNIT, 1);
            assertThat(rank.sends(Type.READ_REQUEST)).isZero();
            rank.misses(1);
            assertThat(rank.sends(Type.READ_REQUEST)).isOne();

            ReducerByHand upToDate = rank(Publication.NOTIFY).located().readsUpToDate(worker);
            assertThat(upToDate.has("fetch")).isFalse();
            assertThat(upToDate.sends(Type.READ_REQUEST)).isOne();
        }

        @Test
        void haveRoomForOtherUnitsUnlessTheyWantWhatWasReleased() {
            CoherenceMessage.Room room = new CoherenceMessage.Room(500, true);
            ReducerByHand rank =
                    rank(Publication.NOTIFY).wantsMore(room).hearsOf(1).reads(worker);
            assertThat(rank.sent(Type.READ_REQUEST).room()).isEqualTo(room);
            assertThat(rank.sent(Type.READ_REQUEST).has(CoherenceMessage.EAGER)).isFalse();

            ReducerByHand upToDate = rank(Publication.NOTIFY).wantsMore(room).readsUpToDate(worker);
            assertThat(upToDate.sent(Type.READ_REQUEST).room()).isEqualTo(CoherenceMessage.Room.NONE);
            assertThat(upToDate.sent(Type.READ_REQUEST).has(CoherenceMessage.EAGER))
                    .isTrue();
        }

        @Test
        void forAUnitThatNobodyHasWrittenAreForOwnership() {
            ReducerByHand rank = rank(Publication.NOTIFY).writes(worker);
            assertThat(rank.sent(Type.ACQUIRE_REQUEST).has(CoherenceMessage.HOME_ONLY))
                    .isTrue();
            assertThat(rank(Publication.NOTIFY)
                            .acquires(worker)
                            .sent(Type.ACQUIRE_REQUEST)
                            .has(CoherenceMessage.HOME_ONLY))
                    .isFalse();
        }

        /** A worker would wait for ownership; nobody waits for a diff. */
        @Test
        void areNotMadeForAShortUnitOfWhichACopyIsHere() {
            ReducerByHand rank = rank(Publication.NOTIFY).isShort().writes(worker);
            assertThat(rank.sends(Type.ACQUIRE_REQUEST)).isZero();
            assertThat(rank.completed()).containsExactly(worker);
            assertThat(rank.publishes().sends(Type.DIFF)).isOne();

            assertThat(rank(Publication.INVALIDATE).isShort().writes(worker).sends(Type.ACQUIRE_REQUEST))
                    .as("a diff would invalidate all copies")
                    .isOne();
        }

        @Test
        void toWriteWhatIsHereAreNotNeeded() {
            ReducerByHand rank =
                    rank(Publication.NOTIFY).hearsOf(1).reads(worker).replied(1, 0);
            int before = rank.sentTo(Type.READ_REQUEST).size();
            rank.writes(worker);

            assertThat(rank.unit.access()).isEqualTo(UnitState.WRITE);
            assertThat(rank.completed()).containsExactly(worker, worker);
            assertThat(rank.sends(Type.READ_REQUEST)).isEqualTo(before);
            assertThat(rank.sends(Type.ACQUIRE_REQUEST)).isZero();
            assertThat(rank.counts(Outbox.Event.TWIN)).isOne();
        }

        @Test
        void whoWritesByItselfOnAndOnTakesOwnership() {
            ReducerByHand rank = rank(Publication.NOTIFY).hasWritten(worker).publishes();
            rank.applied(2, CoherenceMessage.CURRENT | CoherenceMessage.TAKE_HOME)
                    .lowers()
                    .writes(worker);
            assertThat(rank.sent(Type.ACQUIRE_REQUEST).has(CoherenceMessage.HOME_ONLY))
                    .isTrue();

            ReducerByHand once = rank(Publication.NOTIFY).hasWritten(worker).publishes();
            once.applied(2, CoherenceMessage.CURRENT).lowers().writes(worker);
            assertThat(once.sends(Type.ACQUIRE_REQUEST)).isZero();

            ReducerByHand late = rank(Publication.INVALIDATE).hasWritten(worker).publishes();
            late.applied(2, CoherenceMessage.CURRENT | CoherenceMessage.TAKE_HOME)
                    .hearsOf(3)
                    .writes(worker);
            assertThat(late.sends(Type.ACQUIRE_REQUEST))
                    .as("somebody else has written since")
                    .isZero();
        }
    }

    /** Only a rank that keeps to no protocol invalidates the copy of an owner. */
    @Test
    void anOwnerWithoutAValidCopyServesNobody() {
        ReducerByHand owner =
                owner(Publication.NOTIFY).receive(3, CoherenceMessage.invalidate(ReducerByHand.UNIT, 1, 1));

        assertThatThrownBy(() -> owner.fetchedBy(1, -1, false))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the owner of unit 0 has no valid copy");
        assertThat(owner.sends(Type.READ_REPLY)).isZero();
    }

    @Test
    void reportsSayWhoWaitsForWhat() {
        ReducerByHand owner = owner(Publication.INVALIDATE);
        assertThat(owner.protocol.describe(owner.unit)).isEqualTo("owned here");
        owner.acquires(worker);
        assertThat(owner.protocol.describe(owner.unit)).isEqualTo("owned here, waits for 3 ranks to confirm");
        for (int sharer = 1; sharer < 4; sharer++) {
            owner.confirmedBy(sharer, Type.INVALIDATE);
        }
        owner.wantedBy(2);
        assertThat(owner.protocol.describe(owner.unit)).isEqualTo("owned here, held, next rank 2");

        ReducerByHand alone = new ReducerByHand(0, 1, Publication.NOTIFY).acquires(worker);
        assertThat(alone.protocol.describe(alone.unit)).isEqualTo("owned here, held");
        ReducerByHand rank = rank(Publication.NOTIFY);
        assertThat(rank.protocol.describe(rank.unit)).isEqualTo("last known owner rank 0");
        rank.hasWritten(worker).publishes();
        assertThat(rank.protocol.describe(rank.unit))
                .isEqualTo("last known owner rank 0, waits for the owner to apply what was written");
        ReducerByHand first =
                rank(Publication.NOTIFY).acquires(worker).granted(1, 0).wantedBy(0);
        assertThat(first.protocol.describe(first.unit)).isEqualTo("owned here, held, next rank 0");
    }

    @Test
    void useIsKnownToTheOwnerOfAnAdaptiveUnit() {
        ReducerByHand owner = owner(Publication.ADAPT);
        assertThat(owner.protocol.use(owner.unit)).contains(Use.READ_ONLY);
        assertThat(rank(Publication.ADAPT).protocol.use(rank(Publication.ADAPT).unit))
                .isEmpty();
        assertThat(owner.protocol.use(owner(Publication.NOTIFY).unit)).isEmpty();
        ReducerByHand alone = new ReducerByHand(0, 1, Publication.ADAPT);
        assertThat(alone.protocol.use(alone.unit)).contains(Use.PRIVATE);
    }
}
