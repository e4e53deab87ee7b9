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
}
