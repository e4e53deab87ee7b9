package jdsm.examples.programs;

import jdsm.SPMD;

/** Adds up, with or without a lock: {@code locked} or {@code racy}. */
public final class Racing extends SPMD {
    private final double[] x = new double[20_000];
    private double total;
    private volatile int done;

    @Override
    public void start() {
        int from = x.length * worker() / workers();
        int to = x.length * (worker() + 1) / workers();
        double mine = 0;
        for (int i = from; i < to; i++) {
            x[i] = i;
        }
        barrier();
        for (int i = 0; i < x.length; i++) {
            mine += x[i];
        }
        if (args()[0].equals("racy")) {
            total += mine;
        } else {
            synchronized (this) {
                total += mine;
                done++;
            }
        }
    }

    @Override
    public void finish() {
        if (rank() == 0) {
            report(args()[0] + " " + (done == workers()));
        }
    }
}
