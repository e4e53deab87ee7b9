package jdsm.examples.programs;

import jdsm.SPMD;

/** The second worker waits for the first, by an element of an array whose field alone is volatile. */
public final class Spinning extends SPMD {
    private volatile int[] turns;

    @Override
    public void initialize() {
        turns = new int[workers()];
    }

    @Override
    public void start() {
        int[] mine = turns;
        barrier();
        if (worker() == 1 && turns[0] != 0) { // so that its rank has field and element from before
            throw new IllegalStateException("whose turn?");
        }
        barrier();
        if (worker() == 1) {
            await(0);
        } else {
            mine[0] = 1;
        }
    }

    private void await(int other) {
        while (turns[other] == 0) {
            Thread.onSpinWait();
        }
    }

    @Override
    public void finish() {
        if (rank() == 0) {
            report("turns " + turns[0]);
        }
    }
}
