package jdsm.examples.programs;

import jdsm.SPMD;

/** The last worker ends start early. Another one of its rank waits to be notified, so its rank enters no barrier. */
public final class LeftAlone extends SPMD {
    private final Object never = new Object();

    @Override
    public void start() throws InterruptedException {
        barrier();
        if (worker() == workers() - 2) {
            synchronized (never) {
                never.wait();
            }
        } else if (worker() < workers() - 2) {
            barrier();
        }
    }
}
