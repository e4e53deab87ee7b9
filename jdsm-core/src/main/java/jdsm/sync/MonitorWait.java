package jdsm.sync;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** {@code Object.wait} on behalf of the program; only such a wait of the runtime may end by a time limit. */
final class MonitorWait {
    /**
     * How long a thread may wait for a notification without leaving the monitor, in nanoseconds. Another thread of the
     * rank that needs the monitor waits as long.
     */
    static final long BRIEF_NANOS = 10_000_000;

    /** The time between two looks of a thread that watches others, in nanoseconds. */
    static final long TICK_NANOS = 1_000_000;

    private MonitorWait() {}

    /** Parks the calling thread for at most a time in nanoseconds; may return before. */
    static void park(Object blocker, long nanos) {
        LockSupport.parkNanos(blocker, nanos);
    }

    /**
     * Waits on a monitor that the caller has, until a notification; may return without one. Blocks.
     *
     * @param nanos the longest wait in nanoseconds; 0 for no limit
     */
    static void await(Object monitor, long nanos) throws InterruptedException {
        if (nanos == 0) {
            monitor.wait();
        } else {
            TimeUnit.NANOSECONDS.timedWait(monitor, nanos);
        }
    }
}
