package jdsm.comm.spi;

import java.time.Duration;

/**
 * How long a rank waits for others before it gives them up. {@link #NONE} in either: for ever, as where a debugger may stop ranks.
 *
 * @param joinNanos from the beginning of joining until all ranks are connected
 * @param silenceNanos without a sign of life from a rank that has joined
 */
public record Limits(long joinNanos, long silenceNanos) {
    public static final long NONE = Long.MAX_VALUE;

    public static final Limits DEFAULT =
            new Limits(Duration.ofMinutes(5).toNanos(), Duration.ofSeconds(90).toNanos());

    public Limits {
        if (joinNanos <= 0 || silenceNanos <= 0) {
            throw new IllegalArgumentException("limits of " + joinNanos + " and " + silenceNanos + " ns");
        }
    }

    /** The same with another bound on silence. */
    public Limits with(long otherSilenceNanos) {
        return new Limits(joinNanos, otherSilenceNanos);
    }

    /** A time in seconds as messages have it: 90 or 0.5. */
    public static String seconds(long nanos) {
        long millis = nanos / 1_000_000;
        return millis % 1000 == 0 ? Long.toString(millis / 1000) : Double.toString(millis / 1000.0);
    }
}
