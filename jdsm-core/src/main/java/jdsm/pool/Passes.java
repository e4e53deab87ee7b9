package jdsm.pool;

import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicLongArray;
import jdsm.coherence.Releases;

/**
 * Counts the synchronisations that each worker of the rank has passed. Each worker writes its own count; any thread
 * reads.
 */
final class Passes implements Releases.Passes {
    /** The distance of two workers' counts in the array, so that they do not share a cache line. */
    private static final int STRIDE = 16;

    private final AtomicLongArray counts;
    private final int workers;

    Passes(int workers) {
        this.workers = workers;
        this.counts = new AtomicLongArray(workers * STRIDE);
    }

    /**
     * Counts one synchronisation; only the worker itself calls it. A reader of the count sees the worker's stores
     * before it. The count is visible before the worker's next check loads a right: a service loop that has lowered the
     * right and then finds an earlier count is seen by that check.
     */
    void pass(int worker) {
        int at = worker * STRIDE;
        counts.set(at, counts.getPlain(at) + 1);
    }

    @Override
    public long[] now() {
        VarHandle.fullFence(); // between the stores that lower rights and the loads of the counts
        long[] now = new long[workers];
        for (int worker = 0; worker < workers; worker++) {
            now[worker] = counts.getAcquire(worker * STRIDE);
        }
        return now;
    }
}
