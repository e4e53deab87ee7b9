package jdsm.comm.shm;

import java.util.concurrent.locks.LockSupport;

/**
 * Tells whether the thread that sends the next message runs on the processor of the waiting thread. If so, a waiting
 * thread that keeps the processor only delays that message. Used by the thread that holds the role of
 * {@link Delivery}.
 */
final class Neighbour {
    /** A yield that lasts longer has let another thread run. */
    private static final long SWITCHED_NANOS = 1_500;
    /** A thread that computes or compiles keeps the processor for longer; it is no thread that answers. */
    private static final long MOST_NANOS = 100_000;

    /** How long the waiting thread sleeps in place of a yield, in nanoseconds. */
    private static final long SLEEP_NANOS = 20_000;
    /** The number of sleeps before the next yield. */
    private static final int SLEEPS = 16;

    private boolean here;
    private boolean switched;
    private int sleeps;

    /** Whether a message came at the last yield that let another thread run for a short time. */
    boolean isHere() {
        return here;
    }

    /** A wait begins. */
    void begin() {
        switched = false;
    }

    /**
     * Lets other threads run. Where a thread computes on this processor, a yield lasts as long as its slice, and the
     * operating system leaves both on this processor; it wakes a sleeping thread earlier, and on an idle processor if
     * there is one.
     *
     * @param now the time, by {@link System#nanoTime}
     */
    void letRun(long now) {
        if (sleeps > 0) {
            sleeps--;
            LockSupport.parkNanos(this, SLEEP_NANOS);
            return;
        }
        Thread.yield();
        long nanos = System.nanoTime() - now;
        switched = nanos >= SWITCHED_NANOS && nanos < MOST_NANOS;
        here &= switched;
        sleeps = nanos >= MOST_NANOS ? SLEEPS : 0;
    }

    /** A message or task has come. */
    void answered() {
        here |= switched;
        switched = false;
    }
}
