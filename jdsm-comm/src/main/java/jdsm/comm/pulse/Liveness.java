package jdsm.comm.pulse;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/**
 * Decides which peers are lost because they have been silent for too long. A reducer without thread and clock: it takes
 * signs of life and times. Times are values of {@link System#nanoTime}. Not thread-safe.
 *
 * <p>Only time in which this rank itself ran counts: a step longer than {@link #MOST_INTERVALS} intervals counts as
 * {@code MOST_INTERVALS}, because a rank that did not run could not receive signs of life. After a pause of more than
 * {@link #PAUSE_INTERVALS} intervals the silence of all peers starts anew: the whole host was stopped or suspended, and
 * its peers probably as well.
 */
final class Liveness {
    /** The number of signs of life that a peer gives within the bound, unless the interval reaches its limits. */
    static final int BEATS = 18;

    /** The most intervals that one step counts. */
    static final int MOST_INTERVALS = 2;
    /** The length of a pause, in intervals, after which the silence of all peers starts anew. */
    static final int PAUSE_INTERVALS = 4;

    private static final long LONGEST_INTERVAL = TimeUnit.SECONDS.toNanos(5);
    private static final long SHORTEST_INTERVAL = TimeUnit.MILLISECONDS.toNanos(10);

    private final long boundNanos;
    private final long intervalNanos;
    /** By rank: the time of the last sign of life, in counted time; {@link #UNWATCHED}: the rank is not watched. */
    private final long[] heardNanos;
    /** By rank: the number of bounds for which it may be silent. */
    private final int[] bounds;

    private static final long UNWATCHED = -1;

    private long lastStepNanos;
    /** The counted time since the start. */
    private long countedNanos;

    Liveness(int ranks, long boundNanos, long startNanos) {
        this.boundNanos = boundNanos;
        intervalNanos = intervalNanos(boundNanos);
        heardNanos = new long[ranks];
        bounds = new int[ranks];
        Arrays.fill(heardNanos, UNWATCHED);
        Arrays.fill(bounds, 1);
        lastStepNanos = startNanos;
    }

    /** Returns the time between two signs of life of a rank, in nanoseconds. */
    static long intervalNanos(long boundNanos) {
        return Math.max(SHORTEST_INTERVAL, Math.min(LONGEST_INTERVAL, boundNanos / BEATS));
    }

    long intervalNanos() {
        return intervalNanos;
    }

    /** Expects signs of life of a peer from now on. */
    void watch(int peer) {
        heardNanos[peer] = countedNanos;
    }

    /** Expects no more signs of life of a peer, which has left or is lost. */
    void unwatch(int peer) {
        heardNanos[peer] = UNWATCHED;
    }

    /** Sets the number of bounds for which a peer may be silent: its medium may delay its signs of life. */
    void allow(int peer, int times) {
        bounds[peer] = times;
    }

    /** A peer has given a sign of life since the step before. */
    void heard(int peer) {
        if (heardNanos[peer] != UNWATCHED) {
            heardNanos[peer] = countedNanos;
        }
    }

    /** Advances the time. To be called before {@link #heard} and {@link #lost}. */
    void step(long nowNanos) {
        long passed = nowNanos - lastStepNanos;
        lastStepNanos = nowNanos;
        countedNanos += Math.max(0, Math.min(passed, MOST_INTERVALS * intervalNanos));
        if (passed > PAUSE_INTERVALS * intervalNanos) {
            for (int peer = 0; peer < heardNanos.length; peer++) {
                heard(peer);
            }
        }
    }

    /**
     * Returns the lost peers, in ascending order. If one peer is lost, those within two intervals of their bound count
     * as lost, too: all ranks of a host fall silent at once, but their last signs of life arrived at different times.
     */
    List<Integer> lost() {
        boolean any = watched().anyMatch(peer -> silentNanos(peer) >= bounds[peer] * boundNanos);
        return any
                ? watched()
                        .filter(peer -> silentNanos(peer) >= bounds[peer] * boundNanos - 2 * intervalNanos)
                        .boxed()
                        .toList()
                : List.of();
    }

    private IntStream watched() {
        return IntStream.range(0, heardNanos.length).filter(peer -> heardNanos[peer] != UNWATCHED);
    }

    /** Returns the time since the last sign of life of a watched peer, in nanoseconds of counted time. */
    long silentNanos(int peer) {
        return countedNanos - heardNanos[peer];
    }
}
