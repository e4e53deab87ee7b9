package jdsm.pool;

import java.util.concurrent.atomic.AtomicLongArray;
import jdsm.coherence.Releases;

/** How often each worker of the rank has passed a synchronisation. */
final class Passes implements Releases.Passes {
    /** So that two workers' counts do not share a cache line. */
    private static final int STRIDE = 16;

    private final AtomicLongArray counts;
    private final int workers;

    Passes(int workers) {
        this.workers = workers;
        this.counts = new AtomicLongArray(workers * STRIDE);
    }

    /** A worker passes one; it alone calls this. Its stores before are visible to who sees the count. */
    void pass(int worker) {
        int at = worker * STRIDE;
        counts.setRelease(at, counts.getPlain(at) + 1);
    }

    @Override
    public long[] now() {
        long[] now = new long[workers];
        for (int worker = 0; worker < workers; worker++) {
            now[worker] = counts.getAcquire(worker * STRIDE);
        }
        return now;
    }
}
