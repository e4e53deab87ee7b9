package jdsm.examples.programs;

import jdsm.SPMD;

/** Registers on rank 1 something else than on the others, in the way that its argument names. */
public final class Different extends SPMD {
    private double[] first = new double[6];
    private Object second = new int[4];

    @Override
    public void initialize() {
        String how = rank() == 1 ? args()[0] : "";
        if (how.equals("length")) {
            first = new double[7];
        } else if (how.equals("type")) {
            second = new long[4];
        } else if (how.equals("content")) {
            first[5] = 0.5;
        } else if (how.equals("nan")) {
            first[5] = -0.0;
        }
        pool.register(first, how.equals("blocks") ? 2 : 3);
        if (!how.equals("count")) {
            pool.register(second);
        }
        if (how.equals("declared")) {
            pool.declare(Thread.State.class);
        }
    }

    @Override
    public void start() {
        System.out.println("started");
    }
}
