package jdsm.coherence.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import jdsm.coherence.CoherenceMessage;
import jdsm.coherence.Outbox;
import jdsm.coherence.RankSet;
import jdsm.coherence.driver.DriverByHand.Wait;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The order in which a rank's protocol gets its events, and what follows an event. */
class CoherenceDriverTest {
    private static final Wait WORKER = new Wait("worker");

    private final DriverByHand rank = DriverByHand.lazy();

    /** An event of unit 3, as the protocol gets it. */
    record Event(String name, Consumer<DriverByHand> happens) {
        @Override
        public String toString() {
            return name;
        }
    }

    static List<Event> events() {
        return List.of(
                new Event("onFault 3 worker", rank -> rank.driver.onFault(rank.unit(3), WORKER)),
                new Event("onUpdate 3 worker", rank -> rank.driver.onUpdate(rank.unit(3), WORKER)),
                new Event("onVolatileRead 3 worker", rank -> rank.driver.onVolatileRead(rank.unit(3), WORKER)),
                new Event("onWriteFault 3 worker", rank -> rank.driver.onWriteFault(rank.unit(3), WORKER)),
                new Event("onAcquire 3 worker", rank -> rank.driver.onAcquire(rank.unit(3), WORKER)),
                new Event("onHeldMeanwhile 3 worker", rank -> rank.driver.onHeldMeanwhile(rank.unit(3), WORKER)),
                new Event("onRelease 3", rank -> rank.driver.onRelease(rank.unit(3))),
                new Event("onPrefetch 3", rank -> rank.driver.onPrefetch(rank.unit(3))),
                new Event("onMissed 3 17", rank -> rank.driver.onMissed(rank.unit(3), 17)),
                new Event("onMessage 3 2 grant", rank -> rank.driver.onMessage(Parcel.of(2, grant(3)))));
    }

    private static CoherenceMessage grant(int unit) {
        return CoherenceMessage.grant(unit, 5, new RankSet(), new RankSet(), CoherenceMessage.CONTENT);
    }

    private static CoherenceMessage copy(int unit) {
        return CoherenceMessage.copy(unit, 5);
    }

    private static String upToTheUnit(String event) {
        return event.substring(0, event.indexOf('3') + 1);
    }

    @ParameterizedTest
    @MethodSource("events")
    void aReleaseThatAnEventEndsGoesOnAfterTheEvent(Event event) {
        int step = rank.out.begin();
        rank.driver.release(() -> rank.calls.add("released"));
        assertThat(rank.calls()).doesNotContain("released");

        rank.at(upToTheUnit(event.name()), out -> {
                    out.done(step);
                    out.count(Outbox.Event.DIFF);
                })
                .calls();
        event.happens().accept(rank);

        assertThat(rank.calls()).endsWith(event.name(), "count DIFF", "released");
    }

    @ParameterizedTest
    @MethodSource("events")
    void whatAnEventCausesRunsRightAfterIt(Event event) {
        List<Boolean> scheduled = new ArrayList<>();
        rank.at(upToTheUnit(event.name()), out -> {
            scheduled.add(rank.driver.follow(() -> rank.calls.add("first")));
            scheduled.add(rank.driver.follow(() -> rank.calls.add("second")));
            out.count(Outbox.Event.FETCH);
        });

        event.happens().accept(rank);

        assertThat(rank.calls()).endsWith(event.name(), "count FETCH", "first", "second");
        assertThat(scheduled).containsExactly(true, true);
    }

    @Test
    void aReleaseGoesOnBeforeWhatTheEventCausesRuns() {
        int step = rank.out.begin();
        rank.driver.release(() -> rank.calls.add("released"));
        rank.at("onFault 3", out -> {
            rank.driver.follow(() -> rank.calls.add("followed"));
            out.done(step);
        });

        rank.driver.onFault(rank.unit(3), WORKER);

        assertThat(rank.calls()).endsWith("onFault 3 worker", "released", "followed");
    }

    @Test
    void whatRanAfterAnEventCausesNothingMoreByItself() {
        List<Boolean> scheduled = new ArrayList<>();
        rank.at("onMissed 4", out -> scheduled.add(rank.driver.follow(() -> rank.calls.add("never"))));
        rank.at("onFault 3", out -> rank.driver.follow(() -> rank.driver.onMissed(rank.unit(4), 9)));

        rank.driver.onFault(rank.unit(3), WORKER);
        rank.driver.onFault(rank.unit(5), WORKER);

        assertThat(rank.calls()).containsExactly("onFault 3 worker", "onMissed 4 9", "onFault 5 worker");
        assertThat(scheduled).as("the service loop has to schedule it").containsExactly(false);
        assertThat(rank.driver.follow(() -> rank.calls.add("later"))).isTrue();
        rank.driver.onFault(rank.unit(5), WORKER);
        assertThat(rank.calls()).containsExactly("onFault 5 worker", "later");
    }

    @Test
    void oneThatFollowsEndsBeforeTheNextBegins() {
        rank.at("onFault 3", out -> {
            rank.driver.follow(() -> {
                rank.driver.onMissed(rank.unit(4), 1);
                rank.calls.add("end of the first");
            });
            rank.driver.follow(() -> rank.driver.onMissed(rank.unit(5), 2));
        });

        rank.driver.onFault(rank.unit(3), WORKER);

        assertThat(rank.calls())
                .containsExactly("onFault 3 worker", "onMissed 4 1", "end of the first", "onMissed 5 2");
    }

    @Test
    void aFailureOfWhatFollowsLeavesTheDriverInOrder() {
        rank.at(
                "onFault 3",
                out -> rank.driver.follow(() -> {
                    throw new IllegalStateException("on purpose");
                }));
        assertThatThrownBy(() -> rank.driver.onFault(rank.unit(3), WORKER)).hasMessage("on purpose");

        assertThat(rank.driver.follow(() -> rank.calls.add("followed"))).isTrue();
        rank.driver.onFault(rank.unit(4), WORKER);
        assertThat(rank.calls()).containsExactly("onFault 3 worker", "onFault 4 worker", "followed");
    }

    // Messages.

    @Test
    void whatIsLikelyToBeMissedNextIsRequestedBeforeTheCopiesAreStored() {
        Parcel parcel = Parcel.of(2, reply(3)).with(copy -> {}, Parcel.of(2, copy(7)));
        rank.port.next = 9;

        rank.driver.onMessage(parcel);

        assertThat(rank.calls())
                .containsExactly(
                        "learn read-reply 3",
                        "onPrefetch 9",
                        "learn copy 7",
                        "onMessage 7 2 copy",
                        "onMessage 3 2 read-reply");
    }

    @Test
    void whatACopyDescribesIsRequestedBehindTheCopies() {
        Parcel parcel = Parcel.of(2, reply(3)).with(copy -> rank.port.next = 9, Parcel.of(2, copy(7)));

        rank.driver.onMessage(parcel);

        assertThat(rank.calls())
                .containsExactly(
                        "learn read-reply 3",
                        "learn copy 7",
                        "onMessage 7 2 copy",
                        "onPrefetch 9",
                        "onMessage 3 2 read-reply");
    }

    private static CoherenceMessage reply(int unit) {
        return CoherenceMessage.readReply(unit, 1, 5, CoherenceMessage.CONTENT);
    }

    @Test
    void copiesComeBeforeNoticesAndNoticesBeforeTheMessage() {
        Parcel parcel = Parcel.of(2, grant(3))
                .with(Parcel.interval(2, 1, 7, 6), Parcel.interval(1, 1, 8, 2))
                .with(copy -> rank.calls.add("next is " + copy.unit()), Parcel.of(2, copy(7)), Parcel.of(2, copy(9)));

        rank.driver.onMessage(parcel);

        assertThat(rank.calls())
                .containsExactly(
                        "learn grant 3", // may describe the objects that the copies are of
                        "next is 7",
                        "learn copy 7",
                        "onMessage 7 2 copy",
                        "next is 9",
                        "learn copy 9",
                        "onMessage 9 2 copy",
                        "onNotice 7 6",
                        "onNotice 8 2",
                        "onMessage 3 2 grant");
    }

    @Test
    void aNoticeIsHeardOnce() {
        rank.driver.onMessage(Parcel.of(2, grant(3)).with(Parcel.interval(2, 1, 7, 6)));
        rank.calls();

        rank.driver.onMessage(Parcel.of(1, grant(3)).with(Parcel.interval(2, 1, 7, 6), Parcel.interval(2, 2, 7, 8)));

        assertThat(rank.calls()).containsExactly("learn grant 3", "onNotice 7 8", "onMessage 3 1 grant");
        assertThat(rank.out.time()).containsExactly(0, 0, 2);
    }

    /** The rank gets the present version when it learns of the unit. */
    @Test
    void aNoticeOfAnUnknownUnitIsNoEventButIsPassedOn() {
        rank.driver.onMessage(Parcel.of(2, grant(3)).with(Parcel.interval(2, 1, 77, 6)));
        assertThat(rank.calls()).containsExactly("learn grant 3", "onMessage 3 2 grant");

        rank.out.grant(1, grant(3), new int[3], CoherenceMessage.Room.NONE);
        assertThat(rank.calls()).containsExactly("post grant 3 to 1, notice 77 v6");
    }

    @Test
    void aMessageAboutAnUnknownUnitIsRefused() {
        assertThatThrownBy(() -> rank.driver.onMessage(Parcel.of(2, grant(77))))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("a message about unit 77, which this rank does not know");
        assertThat(rank.calls()).isEmpty();

        Parcel withUnknown = Parcel.of(2, grant(3)).with(copy -> {}, Parcel.of(2, copy(78)));
        assertThatThrownBy(() -> rank.driver.onMessage(withUnknown)).hasMessageContaining("unit 78");
        assertThat(rank.calls()).containsExactly("learn grant 3");
    }

    @Test
    void theDriverSaysWhatItWaitsFor() {
        rank.dirties(3);
        assertThat(rank.driver).hasToString("1 dirty units, waits for []");
        int step = rank.out.begin();
        assertThat(rank.driver).hasToString("1 dirty units, waits for [" + step + "]");
    }
}
