package jdsm.examples.programs;

import jdsm.Collectives;
import jdsm.SPMD;

/** Makes collective calls for ever; says when it has begun, and each rank's process. */
public final class Collecting extends SPMD {
    private static final int REPORTED = 20;

    /** Shares something, as every program must. */
    private final long[] none = new long[1];

    @Override
    public void initialize() {
        pool.register(none);
    }

    @Override
    public void start() {
        System.out.println("pid " + ProcessHandle.current().pid());
        double[] many = new double[10_000];
        for (long round = 1; ; round++) {
            Collectives.sum(round);
            Collectives.allReduce(many, Double::sum);
            Collectives.parallelFor(0, 100, 3, i -> many[i]++);
            if (round == REPORTED && rank() == 0) {
                report("begun");
            }
        }
    }
}
