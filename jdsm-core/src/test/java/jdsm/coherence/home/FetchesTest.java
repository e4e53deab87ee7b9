package jdsm.coherence.home;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FetchesTest {
    private final Fetches fetches = new Fetches(new Pace(3, 2, 2, 3, 16, 4));

    private void asked(int... barriers) {
        for (int barrier : barriers) {
            fetches.asked(barrier, true);
        }
    }

    @Test
    void whatHasAPeriodIsForeseenTheThirdTime() {
        asked(10, 50);
        assertThat(fetches.expected()).isEqualTo(Fetches.UNKNOWN);
        asked(90);
        assertThat(fetches.expected()).isEqualTo(130);
    }

    @Test
    void oneBarrierMoreOrLessIsTheSamePeriod() {
        asked(10, 50, 91, 130);
        assertThat(fetches.expected()).isEqualTo(169);
    }

    @Test
    void whatHasNoPeriodIsNotForeseen() {
        asked(10, 50, 60, 100, 110);
        assertThat(fetches.expected()).isEqualTo(Fetches.UNKNOWN);
    }

    @Test
    void whatIsFetchedOftenNeedNotBeForeseen() {
        asked(10, 11, 12, 14, 15, 18, 20);
        assertThat(fetches.expected()).isEqualTo(Fetches.UNKNOWN);
    }

    @Test
    void severalWhoFetchBehindOneBarrierAreOneFetch() {
        for (int barrier = 10; barrier <= 90; barrier += 40) {
            fetches.asked(barrier, true);
            fetches.asked(barrier, false);
        }
        assertThat(fetches.expected()).isEqualTo(130);
    }

    @Test
    void whoAsksBeforeTheTimeHasNotBeenForeseen() {
        asked(10, 50, 90, 100);
        assertThat(fetches.expected()).isEqualTo(Fetches.UNKNOWN);
        asked(90, 150); // the distance of 10 has been seen once
        assertThat(fetches.expected()).isEqualTo(Fetches.UNKNOWN);
    }

    /** A rank may be two barriers ahead of the owner in its own count. */
    @Test
    void whoAsksABitBeforeTheTimeHasBeenForeseen() {
        asked(10, 50, 90);
        assertThat(fetches.expected()).isEqualTo(130);
        asked(128);
        assertThat(fetches.expected()).isEqualTo(166);
    }

    @Test
    void atAQuickPaceOneDistanceIsAPeriod() {
        Fetches quick = new Fetches(new Pace(1, 1, 1, 1, 1, 4));
        quick.asked(10, true);
        assertThat(quick.expected()).isEqualTo(Fetches.UNKNOWN);
        quick.asked(50, true);
        assertThat(quick.expected()).isEqualTo(90);
    }

    @Test
    void whatIsFetchedWithoutAskingCountsFromWhenItWasThere() {
        asked(10, 50);
        fetches.exported(90);
        fetches.replaced(true);
        assertThat(fetches.expected()).isEqualTo(130);
    }

    @Test
    void whatNobodyFetchesIsUnwantedAfterAWhile() {
        asked(10);
        for (int version = 0; version < 4; version++) {
            fetches.replaced(false);
            assertThat(fetches.isUnwanted()).isFalse();
        }
        fetches.replaced(false);
        assertThat(fetches.isUnwanted()).isTrue();
        asked(11);
        assertThat(fetches.isUnwanted()).isFalse();
    }

    @Test
    void aPeriodIsForeseenFromWhereItIsLongerThanWhatIsExportedInVain() {
        asked(10, 14, 18);
        assertThat(fetches.expected()).isEqualTo(Fetches.UNKNOWN);
        asked(23);
        assertThat(fetches.expected()).isEqualTo(Fetches.UNKNOWN);
        asked(28);
        assertThat(fetches.expected()).isEqualTo(33);
    }

    @Test
    void ofTwoDistancesInTurnTheShorterIsExpected() {
        asked(10, 18, 24, 32, 38);
        assertThat(fetches.expected()).isEqualTo(44);
        asked(46);
        assertThat(fetches.expected()).isEqualTo(52);
    }
}
