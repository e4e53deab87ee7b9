package jdsm.examples.programs;

import jdsm.SPMD;

/** Meets at a barrier of which rank 1, or worker 1, knows nothing. */
public final class UnevenBarriers extends SPMD {
    @Override
    public void start() {
        if (worker() != 1) {
            barrier();
        }
    }
}
