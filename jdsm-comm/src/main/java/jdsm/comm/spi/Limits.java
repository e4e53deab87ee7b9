package jdsm.comm.spi;

import java.time.Duration;

/**
 * The times after which a rank gives up waiting for other ranks. {@link #NONE} means no limit, for instance where a
 * debugger stops ranks. Immutable.
 *
 * @param joinNanos the time from the beginning of joining until all ranks are connected, in nanoseconds
 * @param silenceNanos the time without a sign of life after which a joined rank counts as lost, in nanoseconds
 */
public record Limits(long joinNanos, long silenceNanos) {
    /** No limit: the rank waits for ever. */
    public static final long NONE = Long.MAX_VALUE;

    /** 5 minutes for joining, 90 seconds of silence. */
    public static final Limits DEFAULT =
            new Limits(Duration.ofMinutes(5).toNanos(), Duration.ofSeconds(90).toNanos());

    public Limits {
        if (joinNanos <= 0 || silenceNanos <= 0) {
            throw new IllegalArgumentException("limits of " + joinNanos + " ns for joining and " + silenceNanos
                    + " ns of silence: both must be positive");
        }
    }

    /** Returns these limits with another limit for silence. */
    public Limits with(long otherSilenceNanos) {
        return new Limits(joinNanos, otherSilenceNanos);
    }

    /** Formats a time in seconds for messages: {@code 90} or {@code 0.5}. */
    public static String seconds(long nanos) {
        long millis = nanos / 1_000_000;
        return millis % 1000 == 0 ? Long.toString(millis / 1000) : Double.toString(millis / 1000.0);
    }
}
