package jdsm.pool;

import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The wish that all workers of the job meet at the next head of their loop. Any rank may have it. It travels with the
 * barrier that the rank enters next; so all workers hear of it behind the same barrier.
 */
final class HeadRequests {
    private final AtomicBoolean asked = new AtomicBoolean();
    /** Whether a rank wants a meeting behind this barrier, as far as this rank knows. Service loop only. */
    private boolean wanted;

    private volatile int count;

    /** Asks for a meeting at the first head behind the next barrier. Any thread. */
    void ask() {
        asked.set(true);
    }

    /** The number of meetings that were asked for before the last barrier: equal on all workers between two barriers. */
    int count() {
        return count;
    }

    /** This rank enters a barrier. */
    void enter() {
        wanted = asked.getAndSet(false);
    }

    boolean isWanted() {
        return wanted;
    }

    /** Takes what another rank has said with its barrier message. */
    void heard(boolean itWants) {
        wanted |= itWants;
    }

    /** All ranks have entered the barrier, and no worker has gone on. */
    void passed() {
        if (wanted) {
            count++;
            wanted = false;
        }
    }
}
