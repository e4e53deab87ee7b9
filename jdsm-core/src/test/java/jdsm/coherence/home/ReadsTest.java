package jdsm.coherence.home;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ReadsTest {
    private final Reads reads = new Reads(new Pace(3, 2, 2, 3, 4));

    private void wanted(int... barriers) {
        for (int barrier : barriers) {
            reads.wanted(barrier);
        }
    }

    @Test
    void whatHasAPeriodIsForeseenTheThirdTime() {
        wanted(10, 50);
        assertThat(reads.expected()).isEqualTo(Reads.UNKNOWN);
        wanted(90);
        assertThat(reads.expected()).isEqualTo(130);
    }

    @Test
    void whatIsReadBehindEachBarrierIsForeseen() {
        wanted(3, 4, 5);
        assertThat(reads.expected()).isEqualTo(6);
    }

    /** It is this rank's own barriers that are counted: none is ahead of the other. */
    @Test
    void oneBarrierMoreOrLessIsAnotherPeriod() {
        wanted(10, 50, 91);
        assertThat(reads.expected()).isEqualTo(Reads.UNKNOWN);
    }

    @Test
    void twiceBehindOneBarrierIsOnce() {
        wanted(10, 10, 50, 50, 90, 90);
        assertThat(reads.expected()).isEqualTo(130);
    }

    @Test
    void whatWasAskedForInVainHasToBeLearntAnew() {
        wanted(10, 20, 30);
        reads.inVain();
        wanted(40, 50);
        assertThat(reads.expected()).isEqualTo(Reads.UNKNOWN);
        wanted(60);
        assertThat(reads.expected()).isEqualTo(70);
    }
}
