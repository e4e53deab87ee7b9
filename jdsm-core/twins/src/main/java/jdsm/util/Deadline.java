package jdsm.util;

/** The end of a wait with a limit. */
final class Deadline {
    private static final int NANOS_PER_MILLI = 1_000_000;

    private final long endNanos;
    private long leftNanos;

    Deadline(long nanos) {
        leftNanos = Math.max(nanos, 0);
        endNanos = System.nanoTime() + leftNanos;
    }

    /** Throws the exception of a thread that is interrupted. */
    static void requireNotInterrupted() throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
    }

    /**
     * Waits for a notification, or the end of a deadline.
     *
     * @param deadline null for no limit
     * @return false, without a wait, if the end has passed
     */
    static boolean waits(Object monitor, Deadline deadline) throws InterruptedException {
        if (deadline == null) {
            monitor.wait();
            return true;
        }
        return deadline.waits(monitor);
    }

    /** The time that is left, in nanoseconds; not positive after the end. */
    long leftNanos() {
        return endNanos - System.nanoTime();
    }

    /**
     * Waits for a notification or the end.
     *
     * @return false, without a wait, if the end has passed
     */
    boolean waits(Object monitor) throws InterruptedException {
        return waits(monitor, Long.MAX_VALUE);
    }

    /**
     * Waits for a notification or the end, but not longer than told.
     *
     * @return false, without a wait, if the end has passed
     */
    boolean waits(Object monitor, long mostNanos) throws InterruptedException {
        requireNotInterrupted();
        if (leftNanos <= 0) {
            return false;
        }
        long nanos = Math.min(leftNanos, mostNanos);
        if (nanos > 0) {
            monitor.wait(nanos / NANOS_PER_MILLI, (int) (nanos % NANOS_PER_MILLI));
        }
        leftNanos = endNanos - System.nanoTime();
        return true;
    }
}
