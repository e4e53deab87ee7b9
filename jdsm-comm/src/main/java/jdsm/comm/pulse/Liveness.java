package jdsm.comm.pulse;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/**
 * Decides which peers are lost because they have been silent for too long. A reducer: it is told what was heard and when, and
 * has no thread and no clock. Times are {@link System#nanoTime}s. Not thread-safe.
 *
 * <p>Only time in which this rank itself ran counts: a step longer than {@link #MOST_INTERVALS} intervals counts as so many,
 * for a rank that was not let run has heard nobody. After a pause of {@link #PAUSE_INTERVALS} intervals the bound starts anew for
 * all: the whole host has been stopped, or suspended, and peers with it.
 */
final class Liveness {
    /** Signs of life that a peer gives within the bound. */
    static final int BEATS = 18;

    static final int MOST_INTERVALS = 2;
    static final int PAUSE_INTERVALS = 4;

    private static final long LONGEST_INTERVAL = TimeUnit.SECONDS.toNanos(5);
    private static final long SHORTEST_INTERVAL = TimeUnit.MILLISECONDS.toNanos(10);

    private final long boundNanos;
    private final long intervalNanos;
    /** By rank: when it was heard last, in time that counts; {@link #UNWATCHED}: nobody listens. */
    private final long[] heardNanos;
    /** By rank: how many bounds it may be silent. */
    private final int[] bounds;

    private static final long UNWATCHED = -1;

    private long lastStepNanos;
    /** Time that has counted so far. */
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

    /** How often each rank gives a sign of life. */
    static long intervalNanos(long boundNanos) {
        return Math.max(SHORTEST_INTERVAL, Math.min(LONGEST_INTERVAL, boundNanos / BEATS));
    }

    long intervalNanos() {
        return intervalNanos;
    }

    /** From now on a peer is expected to be heard. */
    void watch(int peer) {
        heardNanos[peer] = countedNanos;
    }

    /** A peer has left in order, or is lost already. */
    void unwatch(int peer) {
        heardNanos[peer] = UNWATCHED;
    }

    /** @param times how many times the bound a peer may be silent: what carries its signs of life may be late by itself */
    void allow(int peer, int times) {
        bounds[peer] = times;
    }

    /** A peer has given a sign of life since the step before. */
    void heard(int peer) {
        if (heardNanos[peer] != UNWATCHED) {
            heardNanos[peer] = countedNanos;
        }
    }

    /** Time has passed. Behind this: what was heard, then {@link #lost}. */
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
     * The peers that are lost, in ascending order. Where one is, so are those that will be within the next intervals: all ranks of
     * a host go silent at once, and signs of life come one after the other.
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

    /** For how long a watched peer has been silent, of the time that counts. */
    long silentNanos(int peer) {
        return countedNanos - heardNanos[peer];
    }
}
