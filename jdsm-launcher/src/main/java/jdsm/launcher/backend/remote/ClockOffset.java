package jdsm.launcher.backend.remote;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/**
 * The distance of a clock from this machine's, estimated from round trips: the shortest one tells most (Cristian,
 * "Probabilistic clock synchronization", 1989).
 *
 * @param micros the other clock minus this one
 * @param errorMicros the bound of the error: half of the shortest round trip
 */
public record ClockOffset(long micros, long errorMicros) {
    /** Beyond this, new certificates are not valid yet on some host, and files seem to be of the future. */
    private static final long MOST_MICROS = 1_000_000;

    private static final int TRIPS = 8;
    private static final long PATIENCE_SECONDS = 10;
    private static final double MICROS = 1e6;

    /**
     * A question and its answer.
     *
     * @param begunMicros this clock when the question went
     * @param theirMicros the other clock at the answer
     * @param tookMicros the time between
     */
    record Trip(long begunMicros, long theirMicros, long tookMicros) {}

    static ClockOffset of(List<Trip> trips) {
        Trip shortest =
                trips.stream().min(Comparator.comparingLong(Trip::tookMicros)).orElseThrow();
        long half = shortest.tookMicros() / 2;
        return new ClockOffset(shortest.theirMicros() - shortest.begunMicros() - half, half);
    }

    /** @param clock asks for the other clock, in microseconds since 1970 */
    static Optional<ClockOffset> measured(Supplier<CompletableFuture<Long>> clock) {
        List<Trip> trips = new ArrayList<>();
        try {
            for (int i = 0; i < TRIPS; i++) {
                long begun = ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
                long nanos = System.nanoTime();
                long theirs = clock.get().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
                trips.add(new Trip(begun, theirs, TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - nanos)));
            }
            return Optional.of(of(trips));
        } catch (ExecutionException | TimeoutException e) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    /** Whether jobs may notice the distance. */
    public boolean isLarge() {
        return Math.abs(micros) > MOST_MICROS;
    }

    /** The distance and its error, for the user. */
    public String text() {
        return String.format(
                Locale.ROOT,
                "%+.4f s from the launcher's, give or take %.4f s%s",
                micros / MICROS,
                errorMicros / MICROS,
                isLarge() ? ": certificates and the times of files depend on it; set it by NTP" : "");
    }
}
