package jdsm.comm.shm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AttentionTest {
    private final Attention attention = new Attention();

    @Test
    void theFirstLookBeginsTheTicks() {
        assertThat(attention.ticks()).isFalse();
        assertThat(attention.looked()).isTrue();
        assertThat(attention.ticks()).isTrue();
        assertThat(attention.looked()).isFalse();
    }

    @Test
    void attentionIsLostOnceAfterTheLastLook() {
        attention.looked();
        assertThat(attention.isLost()).as("looked since the last tick").isFalse();
        assertThat(attention.isLost()).isTrue();
        assertThat(attention.isLost()).as("the bell rings already").isFalse();

        attention.looked();
        assertThat(attention.isLost()).isFalse();
        assertThat(attention.isLost()).isTrue();
    }

    @Test
    void ticksEndWithoutLooksAndBeginAgain() {
        attention.looked();
        int ticks = 0;
        while (attention.ticks()) {
            attention.isLost();
            ticks++;
        }
        assertThat(ticks).isGreaterThan(10);
        assertThat(attention.looked()).isTrue();
        assertThat(attention.isLost()).isFalse();
        assertThat(attention.ticks()).isTrue();
    }

    @Test
    void passesAreCounted() {
        int before = attention.passes();
        attention.passed();
        assertThat(attention.passes()).isEqualTo(before + 1);
    }
}
