package jdsm.examples.programs;

import jdsm.SPMD;
import jdsm.VolatileElements;

/**
 * Two workers hand a volatile element of an array to and fro. The first one fills the range before it now and then, part of
 * which is in one unit with the element; the second one sees all that was filled.
 */
public final class FlagInRange extends SPMD {
    private static final int FLAG = 40_000;
    private static final int EVERY = 50;

    @VolatileElements
    int[] flags;

    int[] data;

    @Override
    public void initialize() {
        data = new int[1 << 16];
        flags = data;
    }

    @Override
    public void start() {
        int rounds = Integer.parseInt(args()[0]);
        int wrong = 0;
        for (int round = 1; round <= rounds; round++) {
            if (worker() == 0) {
                await(2 * round - 2);
                if (round % EVERY == 0) {
                    fill(FLAG, round);
                }
                flags[FLAG] = 2 * round - 1;
            } else {
                await(2 * round - 1);
                if (round % EVERY == 0) {
                    wrong += countOthers(round);
                }
                if (round % EVERY == 1) {
                    fill(FLAG / 4, -round);
                }
                flags[FLAG] = 2 * round;
            }
        }
        if (worker() == 1) {
            report("FlagInRange " + (wrong == 0 ? "OK" : wrong + " elements are old"));
        }
    }

    private void await(int value) {
        while (flags[FLAG] != value) {
            Thread.onSpinWait();
        }
    }

    private void fill(int end, int value) {
        int[] into = data;
        for (int i = 0; i < end; i++) {
            into[i] = value;
        }
    }

    private int countOthers(int value) {
        int[] from = data;
        int others = 0;
        for (int i = 0; i < FLAG; i++) {
            others += from[i] == value ? 0 : 1;
        }
        return others;
    }
}
