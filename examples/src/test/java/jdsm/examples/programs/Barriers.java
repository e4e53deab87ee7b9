package jdsm.examples.programs;

import jdsm.SPMD;

/**
 * Meets at so many barriers, counting in a shared array on the way, or {@code forever}; says when it has begun, and each
 * rank's process.
 */
public final class Barriers extends SPMD {
    private static final int REPORTED = 20;

    private final long[] counts = new long[1];

    @Override
    public void initialize() {
        pool.register(counts);
    }

    @Override
    public void start() {
        System.out.println("pid " + ProcessHandle.current().pid());
        barrier();
        long rounds = args()[0].equals("forever") ? Long.MAX_VALUE : Long.parseLong(args()[0]);
        for (long i = 0; i < rounds; i++) {
            pool.acquire(counts);
            counts[0]++;
            pool.release(counts);
            barrier();
            if (i == REPORTED && rank() == 0) {
                report("begun");
            }
        }
        pool.update(counts);
        if (rank() == 0) {
            report("counted " + counts[0]);
        }
    }
}
