package jdsm.examples.programs;

import jdsm.SPMD;
import jdsm.UsageException;

/** Throws in the phase that the first argument names, on the rank that the second one does, or on {@code all}. */
public final class Failing extends SPMD {
    /** May throw. */
    public Failing() {
        throwIn("constructor");
    }

    @Override
    public void initialize() {
        throwIn("initialize");
        if (args()[0].equals("usage")) {
            throw new UsageException("no such thing");
        }
    }

    @Override
    public void start() {
        throwIn("start");
        barrier();
    }

    @Override
    public void finish() {
        throwIn("finish");
    }

    private void throwIn(String phase) {
        boolean here = args()[1].equals("all") || args()[1].equals(Integer.toString(rank()));
        if (here && args()[0].equals(phase)) {
            throw new IllegalStateException("as told");
        }
    }
}
