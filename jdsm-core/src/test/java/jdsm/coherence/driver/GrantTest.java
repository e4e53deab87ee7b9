package jdsm.coherence.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import jdsm.coherence.CoherenceMessage;
import jdsm.coherence.Outbox;
import jdsm.coherence.RankSet;
import org.junit.jupiter.api.Test;

/** The write notices and the copies that travel with a grant. */
class GrantTest {
    private static final int MOST_ALONG = 128;
    private static final int MOST_BYTES = 8 << 10;
    private static final int[] NOTHING_HEARD = {0, 0, 0};

    private final DriverByHand rank = DriverByHand.lazy();

    private static CoherenceMessage grant(int flags) {
        return CoherenceMessage.grant(1, 5, new RankSet(), new RankSet(), flags);
    }

    private static void sendsCopy(Outbox out, int unit) {
        if (out.mayTravelAlong(unit)) {
            out.send(2, CoherenceMessage.copy(unit, 1));
        }
    }

    /** The protocol has a current copy of each of these units. */
    private DriverByHand mayCopy(int... units) {
        for (int unit : units) {
            rank.at("onGranting " + unit, out -> sendsCopy(out, unit));
        }
        return rank;
    }

    private String granted() {
        rank.calls();
        rank.out.grant(2, grant(0), NOTHING_HEARD, CoherenceMessage.Room.NONE);
        assertThat(rank.calls.stream().filter(call -> call.startsWith("post"))).hasSize(1);
        return rank.calls().stream()
                .filter(call -> call.startsWith("post"))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void theReceiverHearsOfWhatItLacks() {
        rank.hasPublished(3, 1).hasPublished(4, 2).calls();

        rank.out.grant(2, grant(0), new int[] {1, 0, 0}, CoherenceMessage.Room.NONE);
        assertThat(rank.calls()).containsExactly("onGranting 4 2", "post grant 1 to 2, notice 4 v2");
        rank.out.grant(2, grant(0), new int[] {2, 0, 0}, CoherenceMessage.Room.NONE);
        assertThat(rank.calls()).containsExactly("post grant 1 to 2");
    }

    @Test
    void withoutNoticesNothingTravelsAlong() {
        DriverByHand eager = DriverByHand.eager().hasPublished(3, 1);
        eager.at("onGranting 3", out -> sendsCopy(out, 3)).calls();

        eager.out.grant(2, grant(0), NOTHING_HEARD, CoherenceMessage.Room.NONE);

        assertThat(eager.calls()).containsExactly("post grant 1 to 2");
    }

    @Test
    void copiesAreMadeBeforeTheGrantTheNewestFirst() {
        mayCopy(3, 4).hasPublished(3, 1).hasPublished(4, 2).calls();

        rank.out.grant(2, grant(0), NOTHING_HEARD, CoherenceMessage.Room.NONE);

        assertThat(rank.calls())
                .containsExactly(
                        "onGranting 4 2",
                        "pack copy 4",
                        "onGranting 3 2",
                        "pack copy 3",
                        "post grant 1 to 2, notice 3 v1, notice 4 v2, copy 4, copy 3");
    }

    @Test
    void aRankThatWritesInPlaceGetsNoticesButNoCopies() {
        mayCopy(3).hasPublished(3, 1).calls();

        rank.out.grant(2, grant(CoherenceMessage.HOME_ONLY), NOTHING_HEARD, CoherenceMessage.Room.NONE);

        assertThat(rank.calls()).containsExactly("post grant 1 to 2, notice 3 v1");
    }

    @Test
    void anUnknownUnitIsNotAskedForAndOneThatIsTooLongStays() {
        rank.hasPublished(3, 1).hasPublished(4, 2);
        rank.driver.onMessage(
                Parcel.of(1, CoherenceMessage.copy(5, 1)).with(Parcel.interval(1, 1, 77, 3))); // a unit of others
        rank.port.mustNotTravel.add(4);

        mayCopy(3, 4).calls();

        rank.out.grant(2, grant(0), NOTHING_HEARD, CoherenceMessage.Room.NONE);

        assertThat(rank.calls())
                .containsExactly(
                        "onGranting 4 2",
                        "onGranting 3 2",
                        "pack copy 3",
                        "post grant 1 to 2, notice 3 v1, notice 4 v2, notice 77 v3, copy 3");
        assertThat(rank.port.roomAsked).containsOnlyKeys(3, 4);
    }

    @Test
    void theProtocolMaySendNone() {
        rank.hasPublished(3, 1);

        assertThat(granted()).isEqualTo("post grant 1 to 2, notice 3 v1");
    }

    @Test
    void anotherMessageDuringTheGrantGoesByItself() {
        rank.hasPublished(3, 1).at("onGranting 3", out -> out.send(2, CoherenceMessage.invalidate(3, 7, 1)));
        rank.calls();

        rank.out.grant(2, grant(0), NOTHING_HEARD, CoherenceMessage.Room.NONE);

        assertThat(rank.calls())
                .containsExactly("onGranting 3 2", "post invalidate 3 to 2", "post grant 1 to 2, notice 3 v1");
    }

    @Test
    void aCopyOutsideAGrantGoesByItself() {
        sendsCopy(rank.out, 3);
        assertThat(rank.calls()).containsExactly("post copy 3 to 2");

        mayCopy(3).hasPublished(3, 1);
        assertThat(granted()).endsWith("copy 3");
        sendsCopy(rank.out, 3);
        assertThat(rank.calls()).containsExactly("post copy 3 to 2");
    }

    @Test
    void aGrantThatFailsLeavesLaterCopiesToThemselves() {
        rank.hasPublished(3, 1).at("onGranting 3", out -> {
            throw new IllegalStateException("on purpose");
        });
        assertThatThrownBy(() -> rank.out.grant(2, grant(0), NOTHING_HEARD, CoherenceMessage.Room.NONE))
                .hasMessage("on purpose");
        rank.calls();

        sendsCopy(rank.out, 4);

        assertThat(rank.calls()).containsExactly("post copy 4 to 2");
    }

    @Test
    void theCopiesAreBoundedInNumber() {
        int units = MOST_ALONG + 8;
        int[] all = IntStream.range(100, 100 + units).toArray();
        rank.knows(all);
        for (int unit : all) {
            rank.out.notice(unit, 1);
        }
        rank.out.published(rank.unit(3));

        mayCopy(all);

        String post = granted();

        assertThat(post.split(", copy ")).hasSize(1 + MOST_ALONG);
        assertThat(post).contains("copy 100,").endsWith("copy " + (100 + MOST_ALONG - 1));
        assertThat(post.split(", notice ")).as("the notices are not").hasSize(1 + units);
    }

    @Test
    void theCopiesAreBoundedInBytes() {
        rank.port.packedBytes = copy -> 1000 * copy.unit();
        mayCopy(2, 3, 4).hasPublished(4, 1).hasPublished(3, 1).hasPublished(2, 1);

        granted();

        assertThat(rank.port.roomAsked)
                .as("the room that is left at each")
                .containsEntry(2, MOST_BYTES)
                .containsEntry(3, MOST_BYTES - 2000)
                .containsEntry(4, MOST_BYTES - 5000);
        granted();
        assertThat(rank.port.roomAsked).as("the next grant has all room").containsEntry(2, MOST_BYTES);
    }

    @Test
    void whoWishesForMoreGetsMore() {
        int units = 4 * MOST_ALONG + 8;
        int[] all = IntStream.range(100, 100 + units).toArray();
        rank.knows(all);
        for (int unit : all) {
            rank.out.notice(unit, 1);
        }
        rank.out.published(rank.unit(3));
        mayCopy(all);
        rank.calls();

        rank.out.grant(2, grant(0), NOTHING_HEARD, new CoherenceMessage.Room(4 * MOST_BYTES, false));

        assertThat(rank.calls().stream()
                        .filter(call -> call.startsWith("post"))
                        .findFirst()
                        .orElseThrow()
                        .split(", copy "))
                .hasSize(1 + 4 * MOST_ALONG);
        assertThat(rank.port.roomAsked).as("no copy is longer than usual").containsEntry(100, MOST_BYTES);
        assertThat(rank.port.samples).isEqualTo(4 * MOST_ALONG / 16);
    }

    @Test
    void smallUnitsNeedNoRequestWhereCopiesAreWishedFor() {
        List<Boolean> room = new ArrayList<>();
        rank.hasPublished(3, 1).at("onGranting 3", out -> room.add(out.hasRoomAlong(3)));

        granted();
        rank.out.grant(2, grant(0), NOTHING_HEARD, new CoherenceMessage.Room(MOST_BYTES, false));
        rank.port.mustNotTravel.add(3);
        rank.out.grant(2, grant(0), NOTHING_HEARD, new CoherenceMessage.Room(MOST_BYTES, false));

        assertThat(room).containsExactly(false, true, false);
        assertThat(rank.port.roomAsked).as("the length of a small unit").containsEntry(3, 1023);
    }

    @Test
    void shortUnitsAreThoseOfObjects() {
        rank.port.contentBytes = unit -> unit == 3 ? 2048 : 2049;
        assertThat(rank.out.isShort(3)).isTrue();
        assertThat(rank.out.isShort(4)).isFalse();
        rank.port.arrays.add(3);
        assertThat(rank.out.isShort(3)).as("a worker may write all of it").isFalse();
    }

    @Test
    void aCopyThatDescriptionsMakeTooLongIsDroppedAndTakesNoRoom() {
        rank.port.packedBytes = copy -> copy.unit() == 4 ? MOST_BYTES : MOST_BYTES + 1;
        mayCopy(3, 4).hasPublished(4, 1).hasPublished(3, 1);

        assertThat(granted()).endsWith("notice 3 v1, copy 4");
        assertThat(rank.port.roomAsked).containsEntry(4, MOST_BYTES);
    }
}
