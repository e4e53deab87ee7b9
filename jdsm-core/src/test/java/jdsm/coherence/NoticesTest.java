package jdsm.coherence;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class NoticesTest {
    private static UnitRanges notice(int unit, long version) {
        UnitRanges ranges = new UnitRanges();
        ranges.add(unit, version);
        return ranges;
    }

    private static TreeMap<Integer, Long> heard(List<Interval> intervals) {
        TreeMap<Integer, Long> all = new TreeMap<>();
        intervals.forEach(
                interval -> interval.notices().forEach((unit, version) -> all.merge(unit, version, Math::max)));
        return all;
    }

    @Test
    void whoHasHeardOfAnIntervalIsNotToldAgain() {
        Notices here = new Notices(0, 2);
        here.close(notice(1, 1));
        int[] time = here.time();
        here.close(notice(2, 1));

        assertThat(heard(here.since(new int[] {0, 0}))).containsEntry(1, 1L).containsEntry(2, 1L);
        assertThat(heard(here.since(time))).containsOnlyKeys(2);
        assertThat(here.since(here.time())).isEmpty();
    }

    @Test
    void whatWasHeardIsPassedOn() {
        Notices first = new Notices(0, 3);
        Notices second = new Notices(1, 3);
        Notices third = new Notices(2, 3);
        first.close(notice(7, 3));
        List<Integer> told = new ArrayList<>();
        second.hear(first.since(second.time()), (unit, version) -> told.add(unit));
        second.hear(first.since(new int[3]), (unit, version) -> told.add(-unit));
        third.hear(second.since(third.time()), (unit, version) -> told.add(unit + 100));

        assertThat(told).containsExactly(7, 107);
        assertThat(third.time()).containsExactly(1, 0, 0);
    }

    @Test
    void anEmptyIntervalIsNone() {
        Notices here = new Notices(0, 2);
        here.close(new UnitRanges());
        assertThat(here.time()).containsExactly(0, 0);
    }

    @Test
    void aMillionIntervalsWithoutABarrierDoNotGrow() {
        Notices here = new Notices(0, 2);
        int most = 0;
        for (int i = 0; i < 1_000_000; i++) {
            here.close(notice(i % 5, i / 5 + 1));
            most = Math.max(most, here.kept());
        }

        assertThat(most).isLessThanOrEqualTo(256);
        assertThat(heard(here.since(new int[] {0, 0})))
                .containsEntry(0, 200_000L)
                .containsEntry(4, 200_000L)
                .hasSize(5);
        assertThat(heard(here.since(new int[] {999_999, 0}))).containsOnlyKeys(4);
    }

    @Test
    void whatAllHaveHeardIsDropped() {
        Notices here = new Notices(0, 2);
        here.close(notice(1, 1));
        int[] all = here.time();
        here.close(notice(1, 2));
        here.drop(all);

        assertThat(here.kept()).isEqualTo(1);
        assertThat(heard(here.since(new int[2]))).containsEntry(1, 2L);
    }

    @Test
    void whatIsWrittenOnceIsStillHeardOfBehindWhatIsWrittenOften() {
        Notices here = new Notices(0, 2);
        for (int unit = 10; unit < 20; unit++) {
            here.close(notice(unit, unit));
        }
        UnitRanges two = new UnitRanges();
        two.add(1, 1);
        two.add(30, 30);
        here.close(two);
        for (int version = 2; version < 255; version++) {
            here.close(notice(1, version));
        }

        assertThat(here.kept())
                .as("older ones with a newer one behind them are gone")
                .isLessThan(30);
        TreeMap<Integer, Long> heard = heard(here.since(new int[2]));
        assertThat(heard).hasSize(12).containsEntry(1, 254L).containsEntry(30, 30L);
        for (int unit = 10; unit < 20; unit++) {
            assertThat(heard).containsEntry(unit, (long) unit);
        }
        assertThat(here.since(new int[2])).extracting(Interval::number).isSorted();
    }

    /** Else each interval would cost as much as all units that were ever written. */
    @Test
    void whatIsLookedThroughGrowsByHalfBeforeItIsAgain() {
        Notices here = new Notices(0, 2);
        int most = 0;
        for (int i = 0; i < 3_000; i++) {
            here.close(notice(2 * (i % 300), i / 300 + 1));
            most = Math.max(most, here.kept());
        }

        assertThat(most).isBetween(500, 600);
        assertThat(heard(here.since(new int[2]))).hasSize(300);
    }

    @Test
    void theNewestUnitsOfIntervalsComeFirstAndNoMoreThanWanted() {
        Notices here = new Notices(0, 2);
        UnitRanges first = new UnitRanges();
        first.add(1, 3, 1);
        here.close(first);
        UnitRanges second = new UnitRanges();
        second.add(10, 2, 1);
        second.add(20, 5);
        second.add(30, 5);
        second.add(40, 5);
        here.close(second);

        assertThat(newest(here, 100)).containsExactly(10, 11, 20, 30, 40, 1, 2, 3);
        assertThat(newest(here, 6)).containsExactly(10, 11, 20, 30, 40, 1);
        assertThat(newest(here, 3)).containsExactly(10, 11, 20);
        assertThat(newest(here, 0)).isEmpty();
    }

    private static List<Integer> newest(Notices notices, int most) {
        List<Integer> units = new ArrayList<>();
        Notices.newest(notices.since(new int[2]), most, units::add);
        return units;
    }
}
