package jdsm.coherence.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import jdsm.coherence.CoherenceMessage;
import jdsm.coherence.RankSet;
import org.junit.jupiter.api.Test;

/** A barrier as one rank's driver goes through it: the release, the write notices of all ranks, and what follows. */
class BarrierTest {
    private static final int MOST_AHEAD = 16 << 20;

    private final DriverByHand rank = DriverByHand.lazy();

    /** The rank enters a barrier, and its release ends at once. */
    private static void enters(DriverByHand rank) {
        rank.driver.release(() -> rank.calls.add("released"));
    }

    private static CoherenceMessage grant() {
        return CoherenceMessage.grant(1, 5, new RankSet(), new RankSet(), CoherenceMessage.HOME_ONLY);
    }

    /** The notices that this rank has for a rank that has heard of nothing. */
    private static String notices(DriverByHand rank) {
        rank.calls();
        rank.out.grant(1, grant(), new int[3], CoherenceMessage.Room.NONE);
        return String.join("", rank.calls()).replace("post grant 1 to 1", "");
    }

    @Test
    void theIntervalEndsBeforeAnythingIsPublished() {
        enters(rank.dirties(3));

        assertThat(rank.calls())
                .as("no worker is between a check and its store, so that one release does all")
                .containsExactly(
                        "interval ends",
                        "count passes",
                        "onLower 3",
                        "count passes",
                        "onPublish 3",
                        "onRetire 3",
                        "released");
    }

    @Test
    void newObjectsBecomeSharedBeforeTheDirtyUnitsArePublished() {
        rank.port.sharesAhead = true;
        enters(rank.dirties(3).dirties(4));

        assertThat(rank.calls())
                .startsWith(
                        "interval ends",
                        "share ahead from 3",
                        "share ahead from 4",
                        "end of sharing ahead",
                        "count passes");
    }

    @Test
    void aReleaseOfOneWorkerCountsThePassesAfterTheUnitIsLowered() {
        assertThat(rank.dirties(3).out.published(rank.unit(4))).isTrue();

        assertThat(rank.calls()).containsExactly("count passes", "onPublish 3", "onLower 3", "count passes");
    }

    @Test
    void theBarrierWaitsForThePublications() {
        rank.dirties(3).at("onPublish 3", out -> assertThat(out.begin()).isOne());
        enters(rank);
        assertThat(rank.calls()).endsWith("onLower 3", "count passes", "onPublish 3");

        rank.at("onFault 5", out -> out.done(1)).driver.onFault(rank.unit(5), new DriverByHand.Wait("worker"));

        assertThat(rank.calls()).containsExactly("onFault 5 worker", "onRetire 3", "released");
    }

    @Test
    void expectedUnitsHaveTheirEventWhenAllIsUnderWay() {
        rank.out.expect(rank.unit(5), 1);
        rank.out.expect(rank.unit(4), 1);
        rank.out.expect(rank.unit(6), 2);
        rank.at("onExpected 4", out -> rank.driver.follow(() -> rank.calls.add("followed")));

        enters(rank.dirties(3));

        assertThat(rank.calls())
                .containsExactly(
                        "interval ends",
                        "count passes",
                        "onLower 3",
                        "count passes",
                        "onPublish 3",
                        "onRetire 3",
                        "onExpected 5",
                        "onExpected 4",
                        "released",
                        "followed");
        rank.driver.passed();
        enters(rank);
        assertThat(rank.calls()).containsExactly("interval ends", "onExpected 6", "released");
    }

    @Test
    void barriersAreCountedAtEntryAndWhenPassed() {
        assertThat(rank.out.barriersEntered()).isZero();
        enters(rank);
        assertThat(rank.out.barriersEntered()).isOne();
        assertThat(rank.out.barriersPassed()).isZero();
        rank.driver.passed();
        enters(rank);
        assertThat(rank.out.barriersEntered()).isEqualTo(2);
        assertThat(rank.out.barriersPassed()).isOne();
        rank.driver.passed();
        assertThat(rank.out.barriersPassed()).isEqualTo(2);
    }

    // Write notices.

    @Test
    void theNoticesOfAllRanksCrossTheBarrier() {
        DriverByHand other = new DriverByHand(1, 3, true).knows(1, 3, 4);
        rank.hasPublished(3, 7);
        other.hasPublished(4, 2);
        rank.dirties(5).at("onPublish 5", out -> out.notice(5, 1));
        enters(rank);
        enters(other);
        rank.calls();
        other.calls();

        rank.driver.unload(other.driver.load());
        other.driver.unload(rank.driver.load());

        assertThat(rank.calls()).containsExactly("onNotice 4 2");
        assertThat(other.calls()).as("it does not know unit 5").containsExactly("onNotice 3 7");
        assertThat(rank.out.time()).containsExactly(2, 1, 0);
        assertThat(other.out.time()).containsExactly(2, 1, 0);
    }

    @Test
    void whatAllRanksKnowIsDroppedBehindTheBarrier() {
        DriverByHand other = new DriverByHand(1, 3, true);
        rank.hasPublished(3, 7);
        other.knows(4).hasPublished(4, 2);
        enters(rank);
        enters(other);
        rank.driver.unload(other.driver.load());
        rank.hasPublished(5, 1); // for another rank's request, after this rank has entered
        assertThat(notices(rank)).isEqualTo(", notice 3 v7, notice 5 v1, notice 4 v2");

        rank.driver.passed();

        assertThat(notices(rank))
                .as("a thread of a rank that has not passed the barrier may ask for a lock")
                .isEqualTo(", notice 3 v7, notice 5 v1, notice 4 v2");
        enters(rank);
        rank.driver.passed();
        assertThat(notices(rank)).as("the others need it still").isEqualTo(", notice 5 v1");
        enters(rank);
        rank.driver.passed();
        assertThat(notices(rank)).isEmpty();
    }

    /** The interval ends with the last diff that an owner applies. */
    @Test
    void theRankEntersWithAllThatItsReleaseHasPublished() {
        rank.dirties(3).at("onPublish 3", out -> assertThat(out.begin()).isOne());
        enters(rank);
        assertThat(rank.calls()).doesNotContain("released");
        rank.at("onMessage 3", out -> {
            out.notice(3, 7);
            out.done(1);
        });
        rank.driver.onMessage(Parcel.of(2, CoherenceMessage.diffApplied(3, 1, 7, CoherenceMessage.NOTICE)));
        assertThat(rank.calls()).endsWith("released");
        assertThat(notices(rank)).isEqualTo(", notice 3 v7");
        rank.driver.passed();
        enters(rank);

        rank.driver.passed();

        assertThat(notices(rank))
                .as("all ranks have passed the barrier that told it")
                .isEmpty();
    }

    @Test
    void withoutNoticesABarrierCarriesNothing() {
        for (DriverByHand plain : List.of(DriverByHand.eager(), new DriverByHand(0, 1, true).knows(3, 4))) {
            plain.hasPublished(3, 7);
            plain.out.foresee(plain.unit(4), 1);
            plain.out.changed(plain.unit(3));
            enters(plain);
            plain.calls();

            assertThat(plain.driver.load()).isEmpty();
            plain.driver.unload(new byte[0]);
            plain.driver.passed();

            assertThat(plain.calls()).isEmpty();
            assertThat(plain.out.time()).isEmpty();
            assertThat(plain.out.barriersPassed()).isOne();
        }
        assertThat(rank.driver.load()).hasSize(3 * Integer.BYTES);
        assertThatThrownBy(() -> rank.driver.unload(new byte[0])).hasMessageContaining("malformed barrier message");
    }

    // Behind the barrier.

    @Test
    void foreseenUnitsAreRequestedBeforeNewVersionsAreSettled() {
        rank.out.foresee(rank.unit(6), 1);
        rank.out.foresee(rank.unit(4), 1);
        rank.out.foresee(rank.unit(5), 2);
        rank.out.changed(rank.unit(3));
        rank.out.changed(rank.unit(2));
        rank.out.changed(rank.unit(3));
        rank.at("onBarrier 2", out -> rank.driver.follow(() -> rank.calls.add("followed")));
        enters(rank);
        rank.calls();

        rank.driver.passed();

        assertThat(rank.calls())
                .containsExactly("onForeseen 6", "onForeseen 4", "onBarrier 3", "onBarrier 2", "followed");
        enters(rank);
        rank.calls();
        rank.driver.passed();
        assertThat(rank.calls()).containsExactly("onForeseen 5");
    }

    @Test
    void aUnitThatChangesAgainHasAnEventAtTheNextBarrier() {
        for (int barrier = 1; barrier <= 3; barrier++) {
            rank.out.changed(rank.unit(3));
            enters(rank);
            rank.calls();
            rank.driver.passed();
            assertThat(rank.calls()).as("barrier %d", barrier).containsExactly("onBarrier 3");
        }
    }

    @Test
    void copiesThatAreAskedAheadAreBoundedInBytes() {
        rank.port.contentBytes = unit -> MOST_AHEAD / 2;
        for (int unit : new int[] {6, 2, 4}) {
            rank.out.foresee(rank.unit(unit), 1);
        }
        enters(rank);
        rank.calls();

        rank.driver.passed();

        assertThat(rank.calls())
                .as("two fill the bound, the third is left to the workers")
                .containsExactly("onForeseen 6", "onForeseen 2");
    }

    @Test
    void oneCopyThatIsTooLongEndsTheAskingAhead() {
        rank.port.contentBytes = unit -> unit == 2 ? MOST_AHEAD : 1;
        for (int unit : new int[] {6, 2, 4}) {
            rank.out.foresee(rank.unit(unit), 1);
        }
        enters(rank);
        rank.calls();

        rank.driver.passed();

        assertThat(rank.calls()).containsExactly("onForeseen 6");
    }
}
