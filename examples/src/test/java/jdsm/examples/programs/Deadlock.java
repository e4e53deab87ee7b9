package jdsm.examples.programs;

import jdsm.SPMD;

/** Two ranks hold one object each and want the other's. */
public final class Deadlock extends SPMD {
    private final int[][] objects = {new int[1], new int[2]};

    @Override
    public void initialize() {
        pool.register(objects[0]);
        pool.register(objects[1]);
    }

    @Override
    public void start() {
        pool.acquire(objects[rank()]);
        barrier();
        pool.acquire(objects[1 - rank()]);
    }
}
