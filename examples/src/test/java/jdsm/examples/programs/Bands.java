package jdsm.examples.programs;

import jdsm.SPMD;

/**
 * Each worker writes its band of one of two arrays and reads elements of the others' bands. The bands meet at other places
 * than blocks do.
 */
public class Bands extends SPMD {
    private static final int LENGTH = 19_997;
    private static final int ROUNDS = 60;
    /** The elements beyond its band that a worker reads in most rounds. */
    private static final int NEAR = 100;

    private long[] even;
    private int[] odd;

    @Override
    public void initialize() {
        even = new long[LENGTH];
        odd = new int[LENGTH];
    }

    @Override
    public void start() {
        int from = LENGTH * worker() / workers();
        int to = LENGTH * (worker() + 1) / workers();
        for (int round = 1; round <= ROUNDS; round++) {
            for (int i = from; i < to; i++) {
                if (round % 2 == 0) {
                    even[i] = value(round, i);
                } else {
                    odd[i] = (int) value(round, i);
                }
            }
            barrier();
            boolean all = round % 3 == 0;
            int low = all ? 0 : Math.max(0, from - NEAR);
            int high = all ? LENGTH : Math.min(LENGTH, to + NEAR);
            for (int i = low; i < high; i++) {
                long found = round % 2 == 0 ? even[i] : odd[i];
                if (found != value(round, i)) {
                    throw new IllegalStateException("round " + round + ", element " + i + ": " + found);
                }
            }
            barrier();
        }
        if (worker() == 0) {
            report("Bands OK");
        }
    }

    private static long value(int round, int i) {
        return round * 100_000L + i;
    }
}
