package jdsm.bench.peers;

import java.util.Arrays;
import jdsm.examples.Result;

/** Statistics of measured times. */
public final class Timing {
    private Timing() {}

    /** The least of the last three repetitions. */
    public static double best(double[] repetitions) {
        return repetitions[Result.best(repetitions)];
    }

    /** The median in microseconds; sorts the argument. */
    public static double median(long[] nanos) {
        Arrays.sort(nanos);
        return nanos[nanos.length / 2] / 1e3;
    }

    /** Repeats an action: the median time from one start to the next, in microseconds. */
    public static double median(int rounds, Runnable round) {
        long[] nanos = new long[rounds];
        long before = System.nanoTime();
        for (int i = 0; i < rounds; i++) {
            round.run();
            long now = System.nanoTime();
            nanos[i] = now - before;
            before = now;
        }
        return median(nanos);
    }
}
