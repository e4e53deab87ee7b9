package jobs;

import jdsm.SPMD;

/** A program that is not to be woven: each rank computes for itself. */
public final class Alone extends SPMD {
    private int mine;

    @Override
    public void start() {
        synchronized (this) {
            mine++;
        }
    }

    @Override
    public void finish() {
        report("rank " + rank() + " has=" + mine);
    }
}
