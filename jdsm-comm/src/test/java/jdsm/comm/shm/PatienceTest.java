package jdsm.comm.shm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PatienceTest {
    private final LateBells.Patience patience = new LateBells.Patience();

    private int waitsOf(int messages) {
        int waits = 0;
        for (int i = 0; i < messages; i++) {
            waits += patience.waits() ? 1 : 0;
        }
        return waits;
    }

    @Test
    void aPeerThatLooksIsWaitedFor() {
        for (int i = 0; i < 10; i++) {
            assertThat(patience.waits()).isTrue();
            patience.judge(i % 2 == 0);
        }
    }

    @Test
    void aPeerThatDoesNotLookIsTriedNowAndThen() {
        for (int i = 0; i < 4; i++) {
            patience.judge(true);
        }
        assertThat(waitsOf(320)).isEqualTo(10);

        patience.judge(false);
        assertThat(waitsOf(100)).isEqualTo(100);
    }
}
