package jdsm.sync;

import java.util.concurrent.TimeUnit;

/** {@code Object.wait} on behalf of the program; only such a wait of the runtime may end by a time limit. */
final class MonitorWait {
    private MonitorWait() {}

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
