package jdsm.coherence;

import static org.assertj.core.api.Assertions.assertThat;

import jdsm.coherence.CoherenceMessage.Type;
import jdsm.coherence.ReducerByHand.Wait;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What goes along with a lock, unasked: from an owner to a rank that wants it, and only in place of something older. */
class CopyWithLockTest {
    private final Wait worker = new Wait(new Thread());
    private final Wait other = new Wait(new Thread());

    /** The owner, after rank 2 has asked for a copy and rank 1 has written: rank 2's copy is stale. */
    private static ReducerByHand changed(Publication publication) {
        ReducerByHand owner = new ReducerByHand(0, 3, publication);
        return write(asks(owner, 2), 0);
    }

    private static ReducerByHand asks(ReducerByHand owner, int rank) {
        return owner.fetchedBy(rank, -1, false);
    }

    /** Rank 1 has written a copy of that version. */
    private static ReducerByHand write(ReducerByHand owner, int version) {
        return owner.writtenBy(1, version);
    }

    @ParameterizedTest
    @EnumSource(names = {"NOTIFY", "ADAPT"})
    void whoseCopyIsStaleGetsThePresentOne(Publication publication) {
        ReducerByHand owner = changed(publication).grantsTo(2);

        assertThat(owner.sends(Type.COPY)).isOne();
        assertThat(owner.sent(Type.COPY).version()).isOne();
        assertThat(owner.sent(Type.COPY).has(CoherenceMessage.CONTENT)).isTrue();
        assertThat(owner.grantsTo(2).sends(Type.COPY))
                .as("it has the present one")
                .isOne();
    }

    @Test
    void whoFetchesThePresentOneWithoutAskingGetsNone() {
        ReducerByHand owner = write(asks(new ReducerByHand(0, 3, Publication.NOTIFY).reached(), 2), 0);
        assertThat(owner.grantsTo(2).sends(Type.COPY)).as("it is exported").isZero();

        for (int version = 1; owner.all("suspend").isEmpty(); version++) {
            assertThat(version).as("nobody fetches").isLessThan(10);
            write(owner, version);
        }
        owner.grantsTo(2);
        assertThat(owner.sends(Type.COPY)).as("a fetch would find nothing").isOne();
    }

    @ParameterizedTest
    @EnumSource(names = {"INVALIDATE", "UPDATE"})
    void whereNobodyHasAStaleCopyNothingGoes(Publication publication) {
        assertThat(changed(publication).grantsTo(2).sends(Type.COPY)).isZero();
    }

    @Test
    void whatIsHeldOrAwaitedStays() {
        ReducerByHand owner = changed(Publication.NOTIFY).acquires(worker);
        assertThat(owner.unit.access()).isGreaterThanOrEqualTo(UnitState.HELD);
        assertThat(owner.grantsTo(2).sends(Type.COPY)).isZero();

        owner.acquires(other);
        owner.unit.release();
        assertThat(owner.grantsTo(2).sends(Type.COPY)).isZero();
    }

    @Test
    void onlyTheOwnerSendsIt() {
        ReducerByHand rank = new ReducerByHand(1, 3, Publication.NOTIFY);

        assertThat(rank.grantsTo(2).sends(Type.COPY)).isZero();
    }

    @Test
    void whoHasNotAskedLatelyGetsNoMore() {
        ReducerByHand owner =
                write(new ReducerByHand(0, 3, Publication.NOTIFY), 0).grantsTo(2);
        assertThat(owner.sends(Type.COPY)).as("it never asked").isZero();

        asks(owner, 2);
        for (int version = 1; version < 40; version++) {
            write(owner, version).grantsTo(2);
        }
        long unasked = owner.sends(Type.COPY);
        assertThat(unasked).isBetween(1L, 20L);

        write(asks(owner, 2), 40).grantsTo(2);
        assertThat(owner.sends(Type.COPY)).as("it wants them after all").isEqualTo(unasked + 1);
    }

    /** Most copies that rank 2 gets along with locks are read there. */
    @Test
    void whoLikesThemGetsWhatItNeverAskedFor() {
        ReducerByHand owner = write(new ReducerByHand(0, 3, Publication.NOTIFY).hasRoomAlong(), 0);
        for (int version = 1; version < 40; version++) {
            write(owner.grantsTo(2), version);
        }
        assertThat(owner.sends(Type.COPY)).isEqualTo(39);
        assertThat(new ReducerByHand(0, 3, Publication.NOTIFY)
                        .hasRoomAlong()
                        .grantsTo(2)
                        .sends(Type.COPY))
                .as("its copy is present")
                .isZero();
    }

    /** A long unit's owner that keeps what was written since version 1, of which rank 2 has a copy, now stale. */
    private static ReducerByHand keeping() {
        ReducerByHand owner = ReducerByHand.owner(Publication.NOTIFY).isLong();
        return owner.fetchedFromStaleBy(2, 0).writtenBy(1, 0).fetchedFromStaleBy(2, 0);
    }

    @Test
    void inPlaceOfAStaleCopysContentGoesWhatWasWrittenSince() {
        ReducerByHand owner = keeping().writtenBy(1, 1).writtenBy(1, 2).grantsTo(2);

        CoherenceMessage copy = owner.sent(Type.COPY);
        assertThat(copy.has(CoherenceMessage.CONTENT)).isFalse();
        assertThat(copy.version()).isEqualTo(3);
        assertThat(copy.request()).as("the versions that the copy lacks").isEqualTo(2);
        assertThat(((ReducerByHand.AllOf) copy.diff()).diffs()).hasSize(2);
        owner.writtenBy(1, 3).grantsTo(2);
        assertThat(owner.sent(Type.COPY).request())
                .as("it has the copy that went along")
                .isEqualTo(1);
    }

    @Test
    void whatARankWroteItselfItDoesNotLack() {
        ReducerByHand owner = keeping().writtenBy(2, 1).writtenBy(1, 2).grantsTo(2);

        assertThat(owner.sent(Type.COPY).request()).isEqualTo(1);
    }

    @Test
    void aContentThatIsTooLongGoesAlongOnlyAsChanges() {
        ReducerByHand owner = keeping().isTooLongForGrants().writtenBy(1, 1).grantsTo(2);
        assertThat(owner.sent(Type.COPY).diff()).isNotNull();

        ReducerByHand keepsNone = changed(Publication.NOTIFY).isTooLongForGrants();
        assertThat(keepsNone.grantsTo(2).sends(Type.COPY)).isZero();
    }

    @Test
    void changesAreForACopyOfThatVersionOrALaterOne() {
        ReducerByHand rank = new ReducerByHand(2, 3, Publication.NOTIFY);
        rank.receive(0, copy(5)).hearsOf(9);

        rank.receive(0, CoherenceMessage.copyFrom(ReducerByHand.UNIT, 6, 9, new ReducerByHand.SomeDiff(1)));
        assertThat(rank.all("install")).as("it lacks version 6").hasSize(1);
        assertThat(rank.unit.access()).isEqualTo(UnitState.INVALID);

        rank.receive(0, CoherenceMessage.copyFrom(ReducerByHand.UNIT, 4, 9, new ReducerByHand.SomeDiff(1)));
        assertThat(rank.all("install")).hasSize(2);
        assertThat(rank.unit.access()).isEqualTo(UnitState.READ);
        assertThat(rank.counts(Outbox.Event.CHANGES)).isOne();
    }

    @Test
    void changesOfWhatIsNoLongerInPlaceAreDropped() {
        ReducerByHand rank = new ReducerByHand(2, 3, Publication.NOTIFY);
        rank.receive(0, copy(5)).hearsOf(6);
        rank.unit.forgetContents();

        rank.receive(0, CoherenceMessage.copyFrom(ReducerByHand.UNIT, 5, 6, new ReducerByHand.SomeDiff(1)));

        assertThat(rank.all("install")).hasSize(1);
    }

    private static CoherenceMessage copy(long version) {
        return CoherenceMessage.copy(ReducerByHand.UNIT, version);
    }

    @Test
    void itTakesAStaleCopysPlaceAndStillWhenTheNoticeComes() {
        ReducerByHand rank = new ReducerByHand(2, 3, Publication.NOTIFY).receive(0, copy(5));
        assertThat(rank.all("install")).hasSize(1);

        rank.hearsOf(5);
        assertThat(rank.unit.access()).isEqualTo(UnitState.READ);
        rank.hearsOf(6).receive(0, copy(6));
        assertThat(rank.all("install")).hasSize(2);
        assertThat(rank.unit.access()).isEqualTo(UnitState.READ);
        assertThat(rank.reads(worker).sends(Type.READ_REQUEST)).isZero();
    }

    @Test
    void whatIsNotNewIsIgnored() {
        ReducerByHand rank = new ReducerByHand(2, 3, Publication.NOTIFY).receive(0, copy(5));

        rank.receive(0, copy(5)).receive(0, copy(4));
        rank.hearsOf(7).receive(0, copy(6));

        assertThat(rank.all("install")).hasSize(1);
        assertThat(rank.unit.access()).isEqualTo(UnitState.INVALID);
    }

    @Test
    void whatLacksThisRanksOwnWritesIsIgnored() {
        ReducerByHand rank =
                new ReducerByHand(2, 3, Publication.NOTIFY).hasWritten(worker).publishes();
        CoherenceMessage diff = rank.sent(Type.DIFF);
        int installed = rank.all("install").size();
        rank.receive(0, CoherenceMessage.diffApplied(ReducerByHand.UNIT, diff.request(), 4, 0))
                .hearsOf(4);

        rank.receive(0, copy(3));
        assertThat(rank.all("install")).hasSize(installed);
        rank.receive(0, copy(4));
        assertThat(rank.all("install")).hasSize(installed + 1);
    }

    /** Ownership has come and gone while the copy was on its way; what was written meanwhile had nobody to hear of it. */
    @Test
    void whatIsNoNewerThanWhatWasOwnedHereIsIgnored() {
        RankSet nobody = new RankSet();
        ReducerByHand rank = new ReducerByHand(2, 3, Publication.NOTIFY)
                .writes(worker)
                .receive(1, CoherenceMessage.grant(ReducerByHand.UNIT, 5, nobody, nobody, CoherenceMessage.CONTENT))
                .receive(1, CoherenceMessage.acquireRequest(ReducerByHand.UNIT, 1, -1, true, new int[0]));
        assertThat(rank.sends(Type.GRANT)).isOne();
        int installed = rank.all("install").size();

        rank.receive(0, copy(5));
        assertThat(rank.all("install")).hasSize(installed);
        assertThat(rank.unit.access()).isEqualTo(UnitState.INVALID);
        rank.receive(0, copy(6));
        assertThat(rank.all("install")).hasSize(installed + 1);
    }

    @Test
    void whatIsAskedForComesAsAsked() {
        ReducerByHand rank =
                new ReducerByHand(2, 3, Publication.NOTIFY).hearsOf(5).reads(worker);

        rank.receive(0, copy(5));

        assertThat(rank.has("install")).isFalse();
        assertThat(rank.has("complete")).isFalse();
    }

    @Test
    void anOwnerHasItAlready() {
        ReducerByHand owner = new ReducerByHand(0, 3, Publication.NOTIFY);

        assertThat(owner.receive(1, copy(5)).has("install")).isFalse();
    }
}
