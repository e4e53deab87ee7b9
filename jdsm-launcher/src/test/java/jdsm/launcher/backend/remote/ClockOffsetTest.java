package jdsm.launcher.backend.remote;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class ClockOffsetTest {
    private static final long BEGIN = 1_700_000_000_000_000L;

    @Test
    void theShortestTripTells() {
        ClockOffset offset = ClockOffset.of(List.of(
                new ClockOffset.Trip(BEGIN, BEGIN + 90_000, 100_000),
                new ClockOffset.Trip(BEGIN + 200_000, BEGIN + 250_400, 800),
                new ClockOffset.Trip(BEGIN + 300_000, BEGIN + 300_100, 5_000)));

        assertThat(offset).isEqualTo(new ClockOffset(50_000, 400));
        assertThat(offset.isLarge()).isFalse();
        assertThat(offset.text()).isEqualTo("+0.0500 s from the launcher's, give or take 0.0004 s");
    }

    @Test
    void aClockThatIsFarAwayIsNamed() {
        assertThat(new ClockOffset(1_000_000, 10).isLarge()).isFalse();
        assertThat(new ClockOffset(1_000_001, 10).isLarge()).isTrue();
        assertThat(new ClockOffset(-90_061_500_000L, 100).text())
                .isEqualTo("-90061.5000 s from the launcher's, give or take 0.0001 s: certificates and the times of"
                        + " files depend on it; set it by NTP");
    }

    @Test
    void aClockIsAskedSeveralTimes() {
        int[] asked = {0};
        ClockOffset offset = ClockOffset.measured(() -> {
                    asked[0]++;
                    return CompletableFuture.completedFuture(Instant.now().toEpochMilli() * 1000 - 3_600_000_000L);
                })
                .orElseThrow();

        assertThat(asked[0]).isEqualTo(8);
        assertThat(offset.micros()).isBetween(-3_610_000_000L, -3_590_000_000L);
        assertThat(ClockOffset.measured(() -> CompletableFuture.failedFuture(new IllegalStateException())))
                .isEmpty();
    }
}
