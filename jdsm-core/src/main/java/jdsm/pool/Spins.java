package jdsm.pool;

import jdsm.comm.Comm;
import jdsm.runtime.LateInitializers;
import jdsm.sync.Waits;

/**
 * Serves other ranks and threads while a worker reads volatile fields of copies that stay valid: it may be in a loop
 * that waits for a message to change a field. Thread-safe.
 */
final class Spins {
    /** The longest time between two looks of a loop that is taken for a wait, in nanoseconds. */
    private static final long TIGHT_NANOS = 10_000;
    /** The time after which a loop that is taken for a wait gives way to other threads, in nanoseconds. */
    private static final long TURN_NANOS = 10_000;
    /** The same time where no other thread has wanted the processor for a while: the loop may also compute. */
    private static final long MOST_TURN_NANOS = 16 * TURN_NANOS;
    /** The longest time of a yield by which no other thread ran, in nanoseconds. */
    private static final long ALONE_NANOS = 2_000;
    /** The least time between two polls, as a multiple of the time that a poll takes. */
    private static final int POLLS_APART = 4;

    private final Comm comm;
    private final Waits waits;
    private final ThreadLocal<Spin> spins = ThreadLocal.withInitial(Spin::new);

    /** The times of one thread, by {@link System#nanoTime}. */
    private static final class Spin {
        /** The end of the last look. */
        private long looked;
        /** The beginning of the present turn. */
        private long turn;
        /** The length of a turn: twice that of the one before, where nobody took over. */
        private long length = TURN_NANOS;
        /** The time before which the thread does not poll again. */
        private long poll;
    }

    Spins(Comm comm, Waits waits) {
        this.comm = comm;
        this.waits = waits;
    }

    /**
     * Handles messages that have arrived, and gives way to other threads if the calling thread seems to wait. The
     * thread calls it once in a number of volatile reads.
     *
     * @throws jdsm.JobEndedException if the job has failed
     */
    void look() {
        waits.check();
        Spin mine = spins.get();
        long now = System.nanoTime();
        boolean tight = now - mine.looked <= TIGHT_NANOS;
        if (!tight) {
            mine.turn = now;
        } else if (now - mine.turn > mine.length) {
            Thread.yield();
            long yielded = now;
            now = System.nanoTime();
            mine.length = now - yielded > ALONE_NANOS ? TURN_NANOS : Math.min(2 * mine.length, MOST_TURN_NANOS);
            mine.turn = now;
        }
        if (now - mine.poll >= 0 && !LateInitializers.areMine()) {
            if (tight) {
                comm.look();
            } else {
                comm.poll();
            }
            long end = System.nanoTime();
            mine.poll = end + POLLS_APART * (end - now);
            now = end;
        }
        mine.looked = now;
    }
}
