package jdsm.sync;

import java.util.concurrent.TimeUnit;

/** {@code Object.wait}, for as long as the program says: the one wait that may end by a time. */
final class MonitorWait {
    private MonitorWait() {}

    /**
     * Waits on a monitor that the caller has, until somebody notifies, or without reason.
     *
     * @param nanos how long at most; 0: without end
     */
    static void await(Object monitor, long nanos) throws InterruptedException {
        if (nanos == 0) {
            monitor.wait();
        } else {
            TimeUnit.NANOSECONDS.timedWait(monitor, nanos);
        }
    }
}
