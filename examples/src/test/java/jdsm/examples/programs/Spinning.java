package jdsm.examples.programs;

import jdsm.SPMD;

/** Each worker waits for the one before it, by an element of an array whose field alone is volatile. */
public final class Spinning extends SPMD {
    private volatile int[] turns;

    @Override
    public void initialize() {
        turns = new int[workers()];
    }

    @Override
    public void start() {
        barrier();
        if (worker() > 0) {
            await(worker() - 1);
        }
        turns[worker()] = 1;
    }

    private void await(int other) {
        while (turns[other] == 0) {
            Thread.onSpinWait();
        }
    }

    @Override
    public void finish() {
        if (rank() == 0) {
            report("turns " + turns[workers() - 1]);
        }
    }
}
