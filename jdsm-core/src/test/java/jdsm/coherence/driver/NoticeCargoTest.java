package jdsm.coherence.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import jdsm.coherence.Interval;
import jdsm.coherence.Notices;
import jdsm.coherence.UnitRanges;
import org.junit.jupiter.api.Test;

/** The bytes that a barrier carries for the write notices, and what is dropped behind it. */
class NoticeCargoTest {
    private static final int UNITS = 100;

    private final Notices notices = new Notices(1, 3);
    private final NoticeCargo cargo = new NoticeCargo(1, 3, UNITS, notices);
    private final List<Interval> heard = new ArrayList<>();

    private void writes(int unit, long version) {
        UnitRanges ranges = new UnitRanges();
        ranges.add(unit, version);
        notices.close(ranges);
    }

    /** The numbers at the head of a cargo. */
    private static List<Integer> entered(byte[] loaded) {
        ByteBuffer bytes = ByteBuffer.wrap(loaded).order(ByteOrder.LITTLE_ENDIAN);
        return List.of(bytes.getInt(), bytes.getInt(), bytes.getInt());
    }

    private static byte[] numbers(int... entered) {
        ByteBuffer bytes = ByteBuffer.allocate(Integer.BYTES * entered.length).order(ByteOrder.LITTLE_ENDIAN);
        for (int number : entered) {
            bytes.putInt(number);
        }
        return bytes.array();
    }

    private void unload(byte[] bytes) {
        heard.clear();
        cargo.unload(bytes, heard::addAll);
    }

    @Test
    void theCargoBeginsWithTheLastIntervalThatTheRankHadWhenItEntered() {
        writes(7, 1);
        writes(8, 1);
        cargo.enter();
        writes(9, 1);

        assertThat(entered(cargo.load())).containsExactly(0, 2, 0);
    }

    @Test
    void theCargoHasAllIntervalsThatTheRankKnows() {
        writes(7, 4);
        notices.hear(List.of(Parcel.interval(2, 1, 8, 5)), (unit, version) -> {});
        cargo.enter();

        unload(cargo.load());

        assertThat(heard).hasSize(2);
        assertThat(heard.get(0).rank()).isOne();
        assertThat(heard.get(0).notices().first(0)).isEqualTo(7);
        assertThat(heard.get(0).notices().version(0)).isEqualTo(4);
        assertThat(heard.get(1).rank()).isEqualTo(2);
        assertThat(heard.get(1).notices().first(0)).isEqualTo(8);
    }

    @Test
    void aRanksLastIntervalIsTheHighestThatAnyCargoNames() {
        cargo.enter();
        unload(numbers(4, 0, 3));
        unload(numbers(2, 0, 6));

        assertThat(entered(cargo.load())).containsExactly(4, 0, 6);
        assertThat(heard).isEmpty();
    }

    @Test
    void behindTheBarrierOnlyNewIntervalsAreSent() {
        writes(7, 1);
        notices.hear(List.of(Parcel.interval(2, 1, 8, 5), Parcel.interval(2, 2, 8, 6)), (unit, version) -> {});
        cargo.enter();
        unload(numbers(0, 0, 1));
        writes(9, 1);

        cargo.passed();
        assertThat(notices.kept())
                .as("a rank may not have passed the barrier yet, and have threads that acquire a lock")
                .isEqualTo(4);
        cargo.enter();
        unload(cargo.load());

        assertThat(heard).extracting(Interval::rank).containsExactly(1, 2);
        assertThat(heard).extracting(Interval::number).containsExactly(2, 2);
        assertThat(entered(cargo.load())).containsExactly(0, 2, 1);
        cargo.passed();
        assertThat(notices.kept()).as("the intervals after those that all know").isEqualTo(2);
    }

    /** Another rank's next cargo may come before this rank has passed the barrier, by the numbers of the last one. */
    @Test
    void theNumbersOfOneBarrierAreKeptForTheNext() {
        unload(numbers(5, 0, 0));
        cargo.passed();
        writes(7, 1);
        cargo.enter();

        byte[] loaded = cargo.load();
        assertThat(entered(loaded)).containsExactly(5, 1, 0);
        unload(loaded);
        assertThat(heard).as("entering does not make it known to all").hasSize(1);
    }

    @Test
    void aCargoThatIsTooShortIsRefused() {
        assertThatThrownBy(() -> unload(new byte[11]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "a malformed barrier message: 11 bytes of cargo, fewer than the 12 bytes of interval numbers");

        unload(new byte[12]);
        assertThat(heard).isEmpty();
    }

    @Test
    void aCargoThatNamesAnUnknownUnitIsRefused() {
        Notices other = new Notices(0, 3);
        UnitRanges beyond = new UnitRanges();
        beyond.add(UNITS, 1);
        other.close(beyond);
        byte[] loaded = new NoticeCargo(0, 3, UNITS + 1, other).load();

        assertThatThrownBy(() -> unload(loaded)).isInstanceOf(IllegalArgumentException.class);
    }
}
