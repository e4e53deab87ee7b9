package jdsm.examples.programs;

import jdsm.FromRank;
import jdsm.SPMD;

/** Every rank has another content, and takes that of one. */
public final class FromOneRank extends SPMD {
    @FromRank(0)
    private final int[] fromZero = new int[3];

    @FromRank(1)
    private final int[][] fromOne = {new int[2], new int[2]};

    @Override
    public void initialize() {
        fromZero[2] = 10 + rank();
        fromOne[1][0] = 20 + rank();
        pool.register(fromZero);
        pool.register(fromOne[0]);
        pool.register(fromOne[1]);
    }

    @Override
    public void start() {
        pool.update(fromZero);
        pool.acquire(fromOne[1]);
        fromOne[1][1]++;
        pool.release(fromOne[1]);
        barrier();
        pool.update(fromOne[1]);
        System.out.println(fromZero[2] + " " + fromOne[1][0] + " " + fromOne[1][1]);
    }
}
