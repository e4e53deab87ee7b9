package jdsm.bench.peers;

import java.util.Arrays;
import java.util.Locale;
import jdsm.SPMD;
import jdsm.UsageException;

/**
 * How long a rank waits for a unit of eight bytes that another one has written: plain reads of array elements, woven. Arguments:
 * units, and repetitions.
 */
public final class ColdRead extends SPMD {
    /** How many of the last repetitions the best is taken of. */
    private static final int COUNTED = 3;

    private long[][] units;
    /** Of each repetition the median, in microseconds. */
    private double[] medians;

    private long wrong;

    @Override
    public void initialize() {
        String[] args = args();
        if (args.length != 2) {
            throw new UsageException("ColdRead: units and repetitions");
        }
        units = new long[Integer.parseInt(args[0])][1];
        medians = new double[Integer.parseInt(args[1])];
    }

    @Override
    public void start() {
        for (int rep = 0; rep < medians.length; rep++) {
            if (worker() == 0) {
                for (int i = 0; i < units.length; i++) {
                    units[i][0] = rep + i;
                }
            }
            barrier();
            if (worker() == workers() - 1) {
                medians[rep] = read(rep);
            }
            barrier();
        }
    }

    private double read(int rep) {
        long[][] all = units;
        long[] nanos = new long[all.length];
        long astray = 0;
        for (int i = 0; i < nanos.length; i++) {
            long[] unit = all[i];
            long before = System.nanoTime();
            long value = first(unit);
            nanos[i] = System.nanoTime() - before;
            astray += value == rep + i ? 0 : 1;
        }
        wrong += astray;
        Arrays.sort(nanos);
        return nanos[nanos.length / 2] / 1e3;
    }

    /** Not in the loop, before which its checks would be made for all units at once. */
    private static long first(long[] unit) {
        return unit[0];
    }

    @Override
    public void finish() {
        if (rank() == 0) {
            double best = Arrays.stream(medians, Math.max(0, medians.length - COUNTED), medians.length)
                    .min()
                    .orElseThrow();
            report(String.format(Locale.ROOT, "ColdRead microseconds=%.3f %s", best, wrong == 0 ? "OK" : "FAILED"));
            exitStatus(wrong == 0 ? 0 : 1);
        }
    }
}
