package jdsm.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.lang.invoke.CallSite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** One segment of so many is counted on average, with distances that follow no loop of the program. */
class SegmentsTest {
    private static final int MANY = 1_000_000;

    @ParameterizedTest
    @ValueSource(ints = {2, 7, 100, 1000})
    void oneOfSoManySegmentsIsChosen(int interval) {
        Segments segments = new Segments(interval);
        int chosen = 0;
        for (int i = 0; i < MANY; i++) {
            chosen += segments.chooses() ? 1 : 0;
        }
        assertThat((double) chosen * interval).isCloseTo(MANY, within(0.05 * MANY));
    }

    @Test
    void aDistanceIsBetweenOneAndTwiceTheIntervalLessOne() {
        Segments segments = new Segments(4);
        boolean[] seen = new boolean[9];
        int last = 0;
        for (int i = 1; i <= 10_000; i++) {
            if (segments.chooses()) {
                assertThat(i - last).isBetween(1, 7);
                seen[i - last] = true;
                last = i;
            }
        }
        assertThat(seen).containsExactly(false, true, true, true, true, true, true, true, false);
    }

    /** A loop whose turns have several segments finds each of them equally often. */
    @ParameterizedTest
    @CsvSource({"100, 2", "100, 100", "64, 64", "100, 10"})
    void noLoopHidesASegment(int interval, int segmentsOfATurn) {
        Segments segments = new Segments(interval);
        int[] chosen = new int[segmentsOfATurn];
        for (int i = 0; i < 10 * MANY; i++) {
            if (segments.chooses()) {
                chosen[i % segmentsOfATurn]++;
            }
        }
        double expected = 10.0 * MANY / interval / segmentsOfATurn;
        for (int each : chosen) {
            assertThat((double) each).isCloseTo(expected, within(6 * Math.sqrt(expected)));
        }
    }

    @Test
    void eachSegmentIsChosenWithAnIntervalOfOne() {
        Segments segments = new Segments(1);
        for (int i = 0; i < 1000; i++) {
            assertThat(segments.chooses()).isTrue();
        }
    }

    @Test
    void theFirstCallOfAMethodIsCountedExactly() throws Throwable {
        CallSite site = Profiled.segment(MethodHandles.lookup(), "segment", MethodType.methodType(long[].class));

        MethodHandle first = site.getTarget();
        assertThat((long[]) first.invokeExact()).isSameAs(Profiled.counters());
        assertThat(site.getTarget()).isNotEqualTo(first);
    }
}
