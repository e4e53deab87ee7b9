package jdsm.coherence.home;

import static org.assertj.core.api.Assertions.assertThat;

import jdsm.coherence.RankSet;
import org.junit.jupiter.api.Test;

class PaceTest {
    @Test
    void copiesAreForeseenAndComeUnaskedUnlessTheJvmSaysOtherwise() {
        assertThat(Pace.ofJvm()).isEqualTo(Pace.USUAL);
        assertThat(with("jdsm.foresee")).isEqualTo(new Pace(3, 2, 2, 3, 16, 4, false, true));
        assertThat(with("jdsm.unasked")).isEqualTo(new Pace(3, 2, 2, 3, 16, 4, true, false));
    }

    private static Pace with(String switchedOff) {
        System.setProperty(switchedOff, "false");
        try {
            return Pace.ofJvm();
        } finally {
            System.clearProperty(switchedOff);
        }
    }

    @Test
    void withoutForesightNoBarrierIsExpected() {
        Misses misses = new Misses(new Pace(3, 1, 2, 3, 16, 0, false, true));
        Fetches fetches = new Fetches(new Pace(3, 1, 2, 3, 16, 0, false, true));
        for (int barrier = 2; barrier < 40; barrier += 6) {
            misses.wanted(barrier);
            fetches.asked(barrier, true);
        }

        assertThat(misses.expected()).isEqualTo(Misses.UNKNOWN);
        assertThat(fetches.expected()).isEqualTo(Fetches.UNKNOWN);
    }

    @Test
    void withoutUnaskedCopiesNoRankFollows() {
        Habits habits = new Habits(new Pace(1, 1, 2, 3, 16, 0, true, false));
        habits.granted(0, new RankSet(), false);
        habits.served(2, false);
        habits.published(0, true, false);

        assertThat(habits.hasFollowers()).isFalse();
    }
}
