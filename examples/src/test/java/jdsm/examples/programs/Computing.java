package jdsm.examples.programs;

import jdsm.SPMD;

/**
 * Rank 1 computes for ever, with all its workers, in the phase that the first argument names; rank 0 throws in it, or waits
 * for rank 1 where the second one is {@code wait}.
 */
public final class Computing extends SPMD {
    private long sum;

    @Override
    public void initialize() {
        in("initialize");
    }

    @Override
    public void start() {
        barrier();
        in("start");
        barrier();
    }

    @Override
    public void finish() {
        in("finish");
    }

    private void in(String phase) {
        if (!args()[0].equals(phase)) {
            return;
        }
        if (rank() == 1) {
            System.out.println("computing");
            while (true) {
                sum += sum >>> 3 ^ 5;
            }
        }
        if (!args()[1].equals("wait")) {
            throw new IllegalStateException("as told");
        }
    }
}
