package jdsm.coherence.home;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MissesTest {
    private final Misses misses = new Misses(new Pace(3, 2, 2, 3, 16, 4));

    private void wanted(int... barriers) {
        for (int barrier : barriers) {
            misses.wanted(barrier);
        }
    }

    @Test
    void whatHasAPeriodIsForeseenTheThirdTime() {
        wanted(10, 50);
        assertThat(misses.expected()).isEqualTo(Misses.UNKNOWN);
        wanted(90);
        assertThat(misses.expected()).isEqualTo(130);
    }

    @Test
    void whatIsReadBehindEachBarrierIsForeseen() {
        wanted(3, 4, 5);
        assertThat(misses.expected()).isEqualTo(6);
    }

    /** It is this rank's own barriers that are counted: none is ahead of the other. */
    @Test
    void oneBarrierMoreOrLessIsAnotherPeriod() {
        wanted(10, 50, 91);
        assertThat(misses.expected()).isEqualTo(Misses.UNKNOWN);
    }

    @Test
    void twiceBehindOneBarrierIsOnce() {
        wanted(10, 10, 50, 50, 90, 90);
        assertThat(misses.expected()).isEqualTo(130);
    }

    @Test
    void aPeriodMayHaveSeveralDistances() {
        wanted(10, 13, 20, 23);
        assertThat(misses.expected()).isEqualTo(Misses.UNKNOWN);
        wanted(30);
        assertThat(misses.expected()).isEqualTo(33);
        wanted(33);
        assertThat(misses.expected()).isEqualTo(40);
    }

    @Test
    void theLongestPeriodHasEightDistances() {
        int barrier = 1;
        for (int cycle = 0; cycle < 2; cycle++) {
            for (int distance = 1; distance <= 8; distance++) {
                wanted(barrier);
                barrier += distance;
            }
        }
        assertThat(misses.expected()).isEqualTo(Misses.UNKNOWN);
        wanted(barrier);
        assertThat(misses.expected()).isEqualTo(barrier + 1);
        wanted(barrier + 1, barrier + 3);
        assertThat(misses.expected()).isEqualTo(barrier + 6);
    }

    @Test
    void whatWasAskedForInVainDoesNotCountAndThePeriodIsLonger() {
        wanted(10, 12, 14);
        assertThat(misses.expected()).isEqualTo(16);
        wanted(16);
        misses.inVain();
        wanted(30, 32, 34);
        assertThat(misses.expected()).isEqualTo(Misses.UNKNOWN); // not 36 again
        wanted(50);
        assertThat(misses.expected()).isEqualTo(52);
        wanted(52, 54);
        assertThat(misses.expected()).isEqualTo(70);
    }

    @Test
    void afterRequestsInVainAPeriodOfOneDistanceIsLearntFromTwiceAsMany() {
        wanted(10, 20, 30);
        assertThat(misses.expected()).isEqualTo(40);
        wanted(40);
        misses.inVain();
        wanted(70, 80, 90, 100);
        assertThat(misses.expected()).isEqualTo(Misses.UNKNOWN);
        wanted(110);
        assertThat(misses.expected()).isEqualTo(120);
    }

    @Test
    void afterAnExpectationByTheLongestPeriodAllIsLearntAnew() {
        theLongestPeriodHasEightDistances();
        misses.inVain();
        wanted(1000, 1010);
        assertThat(misses.expected()).isEqualTo(Misses.UNKNOWN);
        wanted(1020);
        assertThat(misses.expected()).isEqualTo(1030);
    }
}
