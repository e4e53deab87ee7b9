package jdsm.examples.programs;

import jdsm.SPMD;

/** For two ranks: causes a known number of events and messages. The argument says how often ownership goes to and fro. */
public final class Counted extends SPMD {
    private final long[] shared = new long[8];

    @Override
    public void initialize() {
        pool.register(shared);
    }

    @Override
    public void start() {
        if (rank() == 0) {
            increment(); // rank 0 owns it already: one invalidation at rank 1
        }
        barrier();
        if (rank() == 1) {
            pool.update(shared); // one fetch
            pool.update(shared); // none
        }
        barrier();
        int moves = Integer.parseInt(args()[0]);
        for (int i = 0; i < moves; i++) {
            if (rank() == (i + 1) % 2) {
                increment();
                increment(); // here already
            }
            barrier();
        }
    }

    private void increment() {
        pool.acquire(shared);
        shared[0]++;
        pool.release(shared);
    }
}
