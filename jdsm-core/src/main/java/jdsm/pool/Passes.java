package jdsm.pool;

import jdsm.coherence.Releases;
import jdsm.runtime.Presence;

/**
 * Counts the synchronisations that each worker of the rank has passed, and reads the counts of the other threads of the
 * program. Each thread writes its own count; any thread reads.
 */
final class Passes implements Releases.Passes {
    private final Presence[] workers;

    Passes(int workers) {
        this.workers = new Presence[workers];
        for (int worker = 0; worker < workers; worker++) {
            this.workers[worker] = new Presence();
            this.workers[worker].comeIn();
        }
    }

    /** Counts one synchronisation; only the worker itself calls it. See {@link Presence#pass}. */
    void pass(int worker) {
        workers[worker].pass();
    }

    /** Makes the calling thread a worker for woven code. */
    void attach(int worker) {
        workers[worker].attach();
    }

    @Override
    public long[] now() {
        return Presence.counts(workers);
    }

    @Override
    public int workers() {
        return workers.length;
    }
}
