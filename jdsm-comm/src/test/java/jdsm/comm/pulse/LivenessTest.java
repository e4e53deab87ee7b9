package jdsm.comm.pulse;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** In virtual time. */
class LivenessTest {
    /** Near the overflow, for nanoTime may be anywhere. */
    private static final long START = Long.MAX_VALUE - 1000;

    private static final long BOUND = Duration.ofSeconds(90).toNanos();
    private static final long INTERVAL = Duration.ofSeconds(5).toNanos();

    private final Liveness liveness = new Liveness(4, BOUND, START);
    private long now = START;

    private LivenessTest() {
        for (int peer = 1; peer < 4; peer++) {
            liveness.watch(peer);
        }
    }

    /** @return the seconds until somebody is lost, or -1 if nobody is within the time */
    private long run(long seconds, int... heard) {
        for (long passed = 0; passed < seconds; passed += 5) {
            step(INTERVAL, heard);
            if (!liveness.lost().isEmpty()) {
                return passed + 5;
            }
        }
        return -1;
    }

    private void step(long nanos, int... heard) {
        now += nanos;
        liveness.step(now);
        for (int peer : heard) {
            liveness.heard(peer);
        }
    }

    @Test
    void whoIsHeardIsNotLost() {
        assertThat(liveness.intervalNanos()).isEqualTo(INTERVAL);
        assertThat(run(100_000, 1, 2, 3)).isEqualTo(-1);
    }

    @Test
    void whoIsSilentForTheBoundIsLost() {
        run(50, 1, 2, 3);
        assertThat(run(1000, 1, 3)).isEqualTo(90);
        assertThat(liveness.lost()).containsExactly(2);
        assertThat(liveness.silentNanos(2)).isEqualTo(BOUND);
        liveness.unwatch(2);
        assertThat(liveness.lost()).isEmpty();
    }

    @Test
    void silenceThatEndsBeforeTheBoundIsNoLoss() {
        assertThat(run(85, 1, 3)).isEqualTo(-1);
        step(INTERVAL, 1, 2, 3);
        assertThat(liveness.lost()).isEmpty();
        assertThat(run(85, 1, 3)).isEqualTo(-1);
    }

    @Test
    void ranksOfOneHostAreLostTogether() {
        step(INTERVAL, 1, 2);
        step(INTERVAL, 1, 3);
        assertThat(run(1000, 1)).isEqualTo(85);
        assertThat(liveness.lost()).containsExactly(2, 3);
    }

    @Test
    void whoHasLeftIsNotLost() {
        liveness.unwatch(2);
        assertThat(run(1000, 1, 3)).isEqualTo(-1);
    }

    @Test
    void whoseSignsOfLifeMayBeLateHasMoreTime() {
        liveness.allow(2, 2);
        assertThat(run(1000, 1, 3)).isEqualTo(180);
    }

    /** A laptop that is suspended, a host that is stopped: nobody else has run in that time, or nobody was heard. */
    @Test
    void afterAPauseOfItsOwnTheBoundStartsAnew() {
        assertThat(run(85, 1, 3)).isEqualTo(-1);
        step(Duration.ofHours(5).toNanos());
        assertThat(liveness.lost()).isEmpty();
        assertThat(run(1000)).isEqualTo(90);
    }

    /** With many ranks on few processors this rank is late, and so are the others. */
    @Test
    void timeInWhichThisRankDidNotRunDoesNotCount() {
        Random random = new Random(1);
        long counted = 0;
        while (liveness.lost().isEmpty()) {
            long late = INTERVAL + random.nextLong(3 * INTERVAL);
            counted += Math.min(late, 2 * INTERVAL);
            step(late, 1, 3);
        }
        assertThat(liveness.silentNanos(2)).isEqualTo(counted).isGreaterThanOrEqualTo(BOUND);
        assertThat(now - START).isGreaterThan(BOUND + 5 * INTERVAL);
        assertThat(liveness.lost()).containsExactly(2);
    }

    @Test
    void theIntervalFollowsTheBound() {
        assertThat(Liveness.intervalNanos(Duration.ofSeconds(18).toNanos()))
                .isEqualTo(Duration.ofSeconds(1).toNanos());
        assertThat(Liveness.intervalNanos(1)).isEqualTo(Duration.ofMillis(10).toNanos());
        assertThat(Liveness.intervalNanos(Duration.ofDays(1).toNanos())).isEqualTo(INTERVAL);
    }

    @Test
    void aClockThatStandsStillLosesNobody() {
        for (int i = 0; i < 1000; i++) {
            step(0);
            step(-1);
        }
        assertThat(liveness.lost()).isEqualTo(List.of());
    }
}
