package jdsm.examples.programs;

import jdsm.SPMD;

/** Its last worker ends its JVM with a status, while the others wait for it. */
public final class Exiting extends SPMD {
    private int entered;

    @Override
    public void start() {
        synchronized (this) {
            entered++;
        }
        barrier();
        if (worker() == workers() - 1) {
            System.exit(4 + entered);
        }
        barrier();
        report("not reached");
    }
}
