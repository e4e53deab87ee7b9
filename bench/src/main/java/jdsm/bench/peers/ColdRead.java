package jdsm.bench.peers;

import java.util.Locale;
import jdsm.SPMD;
import jdsm.UsageException;
import jdsm.examples.Result;

/**
 * Measures the wait of a rank for a unit of eight bytes that another rank has written: plain reads of array elements,
 * woven. Arguments: units, and repetitions.
 */
public final class ColdRead extends SPMD {
    private long[][] units;
    /** The median of each repetition, in microseconds. */
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
            if (rep % 2 == 1) {
                barrier(); // makes the rhythm irregular: ranks request units ahead of regular reads
            }
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
        return Timing.median(nanos);
    }

    /** A method of its own: inside the loop, the weaver would check all units before the loop. */
    private static long first(long[] unit) {
        return unit[0];
    }

    @Override
    public void finish() {
        if (rank() == 0) {
            Result.report(
                    this,
                    "ColdRead units=" + units.length,
                    String.format(Locale.ROOT, "microseconds=%.3f", Timing.best(medians)),
                    wrong == 0 ? null : wrong + " values were wrong");
        }
    }
}
