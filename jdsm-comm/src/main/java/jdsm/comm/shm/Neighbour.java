package jdsm.comm.shm;

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

    private boolean here;
    private boolean switched;

    /** Whether a message came at the last yield that let another thread run for a short time. */
    boolean isHere() {
        return here;
    }

    /** A wait begins. */
    void begin() {
        switched = false;
    }

    /** Yields the processor. @param now the time, by {@link System#nanoTime} */
    void letRun(long now) {
        Thread.yield();
        long nanos = System.nanoTime() - now;
        switched = nanos >= SWITCHED_NANOS && nanos < MOST_NANOS;
        here &= switched;
    }

    /** A message or task has come. */
    void answered() {
        here |= switched;
        switched = false;
    }
}
