package jdsm.verify;

/**
 * Whether a simulated worker is in woven code, as {@link jdsm.runtime.Presence} counts it: a worker but for its waits for
 * locks and in barriers, and a thread that the program has started from time to time.
 */
final class SimPresence {
    /** A thread leaves woven code after one step in this many. */
    private static final int LEAVES = 3;

    private final Simulation job;
    private final SimRank rank;
    private final int slot;

    SimPresence(Simulation job, SimRank rank, int slot) {
        this.job = job;
        this.rank = rank;
        this.slot = slot;
    }

    /**
     * Comes in before a step, back from a wait or from outside.
     *
     * @param runs whether the worker is not in a wait
     * @return whether that was a step of its own
     */
    boolean comesBefore(boolean runs) {
        if (rank.isIn(slot) || runs && job.is(Fault.THREAD_COUNTED_LATE)) {
            return false;
        }
        rank.comesOrGoes(slot);
        return runs;
    }

    /** Comes in with an access, too late. */
    void isInNow() {
        if (!rank.isIn(slot)) {
            rank.comesOrGoes(slot);
        }
    }

    /** Whether a thread leaves woven code now, in which case it has no check left. */
    boolean mayGoOut() {
        return job.shape.isThread(slot) && rank.isIn(slot) && job.chance(LEAVES);
    }

    void goesOut() {
        if (rank.isIn(slot)) {
            rank.comesOrGoes(slot);
        }
    }
}
