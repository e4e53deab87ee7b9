package jdsm.node;

import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;

/** Says when the next checkpoint of a job is due by time. Used by one thread at a time. */
final class Timetable {
    private final Optional<Duration> every;
    private final LongSupplier nanoTime;
    /** The time of the last checkpoint, or of the request for one. */
    private long lastNanos;

    /**
     * Begins the first period.
     *
     * @param every the time from one checkpoint to the next; empty if none is due by time
     * @param nanoTime a clock as {@link System#nanoTime}
     */
    Timetable(Optional<Duration> every, LongSupplier nanoTime) {
        this.every = every;
        this.nanoTime = nanoTime;
        begin();
    }

    /** Begins a period: a checkpoint has been taken, or a loop begins. */
    void begin() {
        lastNanos = nanoTime.getAsLong();
    }

    /** Whether a period has passed. If so, the next one begins. */
    boolean isDue() {
        if (every.isEmpty() || nanoTime.getAsLong() - lastNanos < every.get().toNanos()) {
            return false;
        }
        begin();
        return true;
    }
}
