package jdsm.comm.shm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PatienceTest {
    private static final long TAKEN = Patience.TAKEN_NANOS;
    private static final long NOT_TAKEN = Patience.TAKEN_NANOS - 1;

    private final Patience patience = new Patience(false);

    private void offered(int times, long nanos, boolean done) {
        for (int i = 0; i < times; i++) {
            patience.offered(nanos, done);
        }
    }

    private boolean isShort() {
        assertThat(patience.keepNanos() == 0).isEqualTo(patience.looksPerOffer() < 10);
        return patience.keepNanos() == 0;
    }

    @Test
    void keepsTheProcessorAtFirst() {
        assertThat(isShort()).isFalse();
    }

    @Test
    void offersAtOnceWhereOffersEndWaits() {
        offered(Patience.SURE - 1, TAKEN, true);
        assertThat(isShort()).isFalse();

        offered(1, TAKEN, true);
        assertThat(isShort()).isTrue();
        offered(100, TAKEN, true);
        assertThat(isShort()).isTrue();
    }

    @Test
    void anOfferThatNobodyTakesSaysThatTheProcessorIsOnesOwn() {
        offered(100, TAKEN, true);

        offered(1, NOT_TAKEN, true);

        assertThat(isShort()).isFalse();
        offered(Patience.SURE - 1, TAKEN, true);
        assertThat(isShort()).isFalse();
    }

    @Test
    void anOfferThatOthersTakeButThatEndsNoWaitSaysNothing() {
        offered(100, TAKEN, false);
        assertThat(isShort()).isFalse();

        offered(Patience.SURE, TAKEN, true);
        offered(100, TAKEN, false);
        assertThat(isShort()).isTrue();
    }

    @Test
    void whereOthersMustHaveTheProcessorNothingIsLearned() {
        Patience crowded = new Patience(true);

        crowded.offered(NOT_TAKEN, true);

        assertThat(crowded.keepNanos()).isZero();
    }
}
