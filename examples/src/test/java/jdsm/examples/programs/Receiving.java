package jdsm.examples.programs;

import jdsm.SPMD;

/** Rank 0 throws while rank 1 waits, in the phase that the argument names, for a message that never comes. */
public final class Receiving extends SPMD {
    @Override
    public void initialize() {
        in("initialize");
    }

    @Override
    public void start() {
        in("start");
        barrier();
    }

    private void in(String phase) {
        if (args()[0].equals(phase)) {
            if (rank() == 0) {
                throw new IllegalStateException("as told");
            }
            comm.receive(0);
        }
    }
}
