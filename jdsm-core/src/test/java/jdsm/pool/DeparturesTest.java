package jdsm.pool;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DeparturesTest {
    private static final int MANY = 10 * Departures.LEAST;

    private final Departures departures = new Departures();

    private void barriers(int number) {
        for (int i = 0; i < number; i++) {
            departures.intervalEnds();
        }
    }

    @Test
    void aClassLeavesWhenEnoughOfItsObjectsHaveLeft() {
        departures.made(String.class, MANY);
        departures.left(String.class, Departures.LEAST - 1, true);
        barriers(1);
        assertThat(departures.leave(String.class)).isFalse();
        assertThat(departures.hasAny()).isFalse();
        assertThat(departures.most(String.class)).isZero();

        departures.left(String.class, 1, true);
        barriers(1);
        assertThat(departures.leave(String.class)).isTrue();
        assertThat(departures.leave(Integer.class)).isFalse();
        assertThat(departures.hasAny()).isTrue();
        assertThat(departures.most(String.class)).isEqualTo(4L * Departures.LEAST);
    }

    @Test
    void objectsThatStayCountWhenTheirFateIsKnown() {
        departures.made(String.class, MANY);
        departures.left(String.class, MANY / 2, true);
        barriers(Departures.AGE - 1);
        assertThat(departures.leave(String.class)).isTrue();

        barriers(1);
        assertThat(departures.leave(String.class)).isFalse();

        departures.left(String.class, MANY / 2, true);
        barriers(1);
        assertThat(departures.leave(String.class)).as("they have left late").isTrue();
    }

    @Test
    void oneInEightMayStay() {
        departures.made(String.class, MANY);
        departures.left(String.class, MANY - MANY / 8, true);
        departures.made(Integer.class, MANY);
        departures.left(Integer.class, MANY - MANY / 8 - 1, true);
        barriers(Departures.AGE + 1);

        assertThat(departures.leave(String.class)).isTrue();
        assertThat(departures.leave(Integer.class)).isFalse();
    }

    @Test
    void objectsThatLeftBeforeTheReceiverWasKnownToReadDoNotCount() {
        departures.made(String.class, MANY);
        departures.left(String.class, MANY, false);
        barriers(Departures.AGE);
        assertThat(departures.leave(String.class)).isFalse();

        departures.made(String.class, MANY);
        departures.left(String.class, MANY, true);
        barriers(Departures.AGE);
        assertThat(departures.leave(String.class)).isTrue();

        departures.made(String.class, MANY);
        barriers(Departures.AGE);
        assertThat(departures.leave(String.class)).as("these stay").isFalse();
    }

    @Test
    void objectsOfTheStartDoNotCount() {
        departures.left(String.class, MANY, true);
        barriers(1);

        assertThat(departures.hasAny()).isFalse();
    }

    @Test
    void whatWasLongAgoWeighsLess() {
        for (int i = 0; i < 64; i++) {
            departures.made(String.class, 1 << 17);
            departures.left(String.class, 1 << 17, true);
            barriers(1);
        }
        int unread = 0;
        while (departures.leave(String.class)) {
            departures.made(String.class, 1 << 17);
            barriers(1);
            unread++;
        }

        assertThat(unread).isBetween(Departures.AGE, 3 * Departures.AGE);
    }
}
