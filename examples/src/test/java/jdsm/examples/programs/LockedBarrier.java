package jdsm.examples.programs;

import jdsm.SPMD;

/** Worker 0 waits in a barrier with a lock that another worker needs on its way there. */
public final class LockedBarrier extends SPMD {
    private final Object lock = new Object();

    @Override
    public void start() {
        if (worker() == 0) {
            synchronized (lock) {
                barrier();
                barrier();
            }
        } else {
            barrier();
            synchronized (lock) {
                barrier();
            }
        }
    }
}
