package jdsm.examples.programs;

import jdsm.SPMD;

/** Prints nothing but one result: what it was started with. */
public final class Settings extends SPMD {
    @Override
    public void start() {
        barrier();
        if (worker() == 0) {
            report(ranks() + " ranks, " + setting("threads") + " threads, " + setting("comm"));
        }
    }
}
