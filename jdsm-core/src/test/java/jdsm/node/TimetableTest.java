package jdsm.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TimetableTest {
    /** A clock that goes over its largest value. */
    private long nowNanos = Long.MAX_VALUE - Duration.ofMillis(100).toNanos();

    private Timetable every(int millis) {
        return new Timetable(Optional.of(Duration.ofMillis(millis)), () -> nowNanos);
    }

    private void pass(int millis) {
        nowNanos += Duration.ofMillis(millis).toNanos();
    }

    /** The heads of a loop at which a checkpoint is due, if each step takes the same time. */
    private List<Integer> dueHeads(Timetable timetable, int stepMillis) {
        List<Integer> due = new ArrayList<>();
        for (int head = 1; head < 12; head++) {
            pass(stepMillis);
            if (timetable.isDue()) {
                due.add(head);
            }
        }
        return due;
    }

    @Test
    void aPeriodIsDueAtTheFirstHeadBehindItsEnd() {
        assertThat(dueHeads(every(50), 30)).containsExactly(2, 4, 6, 8, 10);
        assertThat(dueHeads(every(60), 30)).containsExactly(2, 4, 6, 8, 10);
        assertThat(dueHeads(every(61), 30)).containsExactly(3, 6, 9);
        assertThat(dueHeads(every(1000), 30)).isEmpty();
    }

    @Test
    void aLongStepIsOnePeriod() {
        assertThat(dueHeads(every(50), 500)).hasSize(11);
    }

    @Test
    void aPeriodBeginsBehindACheckpoint() {
        Timetable timetable = every(50);
        pass(50);
        assertThat(timetable.isDue()).isTrue();
        pass(40);
        timetable.begin();
        pass(49);
        assertThat(timetable.isDue()).isFalse();
        pass(1);
        assertThat(timetable.isDue()).isTrue();
    }

    @Test
    void withoutAPeriodNothingIsDue() {
        assertThat(dueHeads(new Timetable(Optional.empty(), () -> nowNanos), 3_600_000))
                .isEmpty();
    }
}
