package jdsm.remote;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class StreamsTest {
    private final Streams streams = new Streams(16);

    @Test
    void theThirdAccessWithOneDistanceBeginsAStream() {
        assertThat(streams.touched(10)).isEqualTo(Streams.Ahead.NOTHING);
        assertThat(streams.touched(11)).isEqualTo(Streams.Ahead.NOTHING);
        assertThat(streams.touched(12)).isEqualTo(new Streams.Ahead(13, 1, 1));
        assertThat(streams.touched(13)).isEqualTo(new Streams.Ahead(14, 1, 1));
    }

    @Test
    void aStrideMayBeLongAndNegative() {
        streams.touched(5000);
        streams.touched(4700);
        assertThat(streams.touched(4400)).isEqualTo(new Streams.Ahead(4100, -300, 1));
    }

    @Test
    void aStreamGoesOnBehindPagesThatWerePresent() {
        streams.touched(0);
        streams.touched(1);
        streams.touched(2);
        assertThat(streams.touched(8)).isEqualTo(new Streams.Ahead(9, 1, 1));
    }

    @Test
    void severalStreamsMayTakeTurns() {
        for (int i = 0; i < 2; i++) {
            streams.touched(i);
            streams.touched(1000 + 2 * i);
            streams.touched(90_000 - i);
        }
        assertThat(streams.touched(2)).isEqualTo(new Streams.Ahead(3, 1, 1));
        assertThat(streams.touched(1004)).isEqualTo(new Streams.Ahead(1006, 2, 1));
        assertThat(streams.touched(89_998)).isEqualTo(new Streams.Ahead(89_997, -1, 1));
    }

    @Test
    void theDepthGrowsWhilePagesAreLateAndShrinksWhenTheyAreUnused() {
        for (int i = 0; i < 20; i++) {
            streams.late();
        }
        assertThat(streams.depth()).isEqualTo(16);
        streams.unused();
        assertThat(streams.depth()).isEqualTo(8);
        for (int i = 0; i < 9; i++) {
            streams.unused();
        }
        assertThat(streams.depth()).isEqualTo(1);
    }

    @Test
    void randomAccessesFetchAlmostNothingAhead() {
        Random random = new Random(5);
        int ahead = 0;
        for (int i = 0; i < 10_000; i++) {
            ahead += streams.touched(random.nextInt(1_000_000)).count();
        }
        assertThat(ahead).isLessThan(100);
    }

    @Test
    void aDepthOfNoneFetchesNothing() {
        Streams none = new Streams(0);
        for (int i = 0; i < 10; i++) {
            assertThat(none.touched(i).count()).isZero();
        }
    }
}
