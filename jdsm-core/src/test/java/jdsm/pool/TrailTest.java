package jdsm.pool;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TrailTest {
    @Test
    void eachUnitHasThePlaceOfItsFirstTime() {
        Trail trail = new Trail();
        for (int i = 0; i < 10_000; i++) {
            trail.add(i * 7);
            trail.add(i / 2 * 7);
        }

        assertThat(trail.size()).isEqualTo(10_000);
        for (int i = 0; i < 10_000; i++) {
            assertThat(trail.unit(i)).isEqualTo(i * 7);
            assertThat(trail.position(i * 7)).isEqualTo(i);
            assertThat(trail.position(i * 7 + 1)).isEqualTo(-1);
        }
    }

    @Test
    void itBeginsAnewWhenItIsFull() {
        Trail trail = new Trail();
        trail.add(0);
        trail.leave(1);
        assertThat(trail.left()).isEqualTo(1);
        for (int i = 0; i <= Trail.MOST; i++) {
            trail.add(i);
        }
        assertThat(trail.left()).isZero();

        assertThat(trail.size()).isOne();
        assertThat(trail.position(0)).isEqualTo(-1);
        assertThat(trail.position(Trail.MOST)).isZero();
    }

    @Test
    void aUnitIsSentInATurn() {
        Trail trail = new Trail();
        for (int i = 0; i < 1_000; i++) {
            trail.add(i);
        }
        assertThat(trail.wasSent(999)).isTrue();
        assertThat(trail.mayRest(999)).isTrue();
        trail.nextTurn();
        assertThat(trail.wasSent(999)).isFalse();
        assertThat(trail.mayRest(999)).isFalse();
        trail.add(999);
        assertThat(trail.wasSent(999)).isTrue();
        assertThat(trail.wasSent(998)).isFalse();
    }

    @Test
    void aUnitWithoutUseRestsForLongerEachTime() {
        Trail trail = new Trail();
        trail.add(5);
        int turns = 0;
        for (int times = 0; times < 20; times++) {
            trail.nextTurn();
            turns++;
            while (trail.mayRest(0)) {
                trail.nextTurn();
                turns++;
            }
            trail.inVain(0);
            assertThat(trail.mayRest(0)).isTrue();
            assertThat(trail.wasSent(0)).isFalse();
        }
        assertThat(turns).isBetween(1 + 2 + 4 + 8 + 16 + 32 + 13 * 64, 20 * 64);

        trail.add(5);
        trail.nextTurn();
        assertThat(trail.mayRest(0)).as("it is of use again").isFalse();
    }
}
