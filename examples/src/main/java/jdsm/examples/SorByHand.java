package jdsm.examples;

import java.util.Arrays;
import java.util.Locale;
import java.util.SplittableRandom;
import jdsm.SPMD;
import jdsm.UsageException;
import picocli.CommandLine.Option;

/**
 * Red-black successive over-relaxation on a square grid: each worker writes a band of rows, and reads the row above and
 * the row below. The grid is an array of rows, each a shared object, or one flat array whose blocks cross the borders
 * of bands, so that two ranks write one block.
 */
public final class SorByHand extends SPMD {
    private static final double OMEGA = 1.25;
    private static final double LARGEST = 1e-6;

    /** The result is the best of this many last repetitions. */
    private static final int COUNTED = 3;

    enum Layout {
        rows,
        flat
    }

    /** The program's arguments. */
    static final class Arguments {
        @Option(names = "-n", description = "rows and columns")
        int n = 512;

        @Option(
                names = {"-i", "--iterations"},
                description = "iterations over both colours in a repetition")
        int iterations = 20;

        @Option(names = "--layout", description = "layout of the grid: rows or flat")
        Layout layout = Layout.rows;

        @Option(names = "--block", description = "elements of a block of the flat array")
        int block = 1000;

        @Option(names = "--reps", description = "number of repetitions")
        int reps = 1;

        @Option(names = "--break", hidden = true, description = "spoil the result, which the check must find")
        boolean spoil;
    }

    private Arguments arguments;
    private int n;
    /** One array for each row; or all rows in one array. */
    private double[][] rows;
    /** Seconds of each repetition. */
    private double[] seconds;

    @Override
    public void initialize() {
        arguments = Options.parse(new Arguments(), "SorByHand", args());
        n = arguments.n;
        if (n < 3 || arguments.iterations < 1 || arguments.reps < 1 || arguments.block < 1) {
            throw new UsageException("SorByHand: -n must be at least 3, --iterations, --block and --reps at least 1");
        }
        if (arguments.layout == Layout.flat && (long) n * n > Integer.MAX_VALUE - 8) {
            throw new UsageException("SorByHand: a flat array has at most 2^31 elements: -n 46340");
        }
        double[][] grid = grid(n);
        if (arguments.layout == Layout.rows) {
            rows = grid;
            for (double[] row : rows) {
                pool.register(row);
            }
        } else {
            rows = new double[][] {flatten(grid)};
            pool.register(rows[0], arguments.block);
        }
        seconds = new double[arguments.reps];
        pool.register(seconds);
    }

    private static double[][] grid(int n) {
        SplittableRandom random = new SplittableRandom(n);
        double[][] grid = new double[n][n];
        for (double[] row : grid) {
            Arrays.setAll(row, j -> random.nextDouble() * LARGEST);
        }
        return grid;
    }

    private double[] flatten(double[][] grid) {
        double[] flat = new double[n * n];
        for (int i = 0; i < n; i++) {
            System.arraycopy(grid[i], 0, flat, i * n, n);
        }
        return flat;
    }

    @Override
    public void start() {
        int from = bandOf(worker());
        int to = bandOf(worker() + 1);
        double[] mine = new double[arguments.reps];
        for (int rep = 0; rep < arguments.reps; rep++) {
            barrier();
            section("repetition " + rep);
            long begin = System.nanoTime();
            for (int half = 0; half < 2 * arguments.iterations; half++) {
                if (from < to) {
                    sweep(from, to, half & 1);
                }
                barrier();
            }
            mine[rep] = (System.nanoTime() - begin) / 1e9;
            section("between repetitions");
        }
        if (worker() == 0) {
            pool.of(seconds).ensureWritable();
            System.arraycopy(mine, 0, seconds, 0, mine.length);
            if (arguments.spoil) {
                ensureWritable(1);
                rowOf(1)[offsetOf(1) + 1]++;
            }
        }
    }

    /** The first inner row of a worker's band. */
    private int bandOf(int worker) {
        return 1 + (int) ((long) (n - 2) * worker / workers());
    }

    private void sweep(int from, int to, int colour) {
        for (int i = from; i < to; i++) {
            ensureWritable(i);
        }
        ensureReadable(from - 1);
        ensureReadable(to);
        for (int i = from; i < to; i++) {
            relax(
                    rowOf(i - 1),
                    offsetOf(i - 1),
                    rowOf(i),
                    offsetOf(i),
                    rowOf(i + 1),
                    offsetOf(i + 1),
                    n,
                    i + colour & 1);
        }
    }

    private static void relax(
            double[] up, int upAt, double[] row, int at, double[] down, int downAt, int n, int first) {
        for (int j = 1 + first; j < n - 1; j += 2) {
            double around = up[upAt + j] + down[downAt + j] + row[at + j - 1] + row[at + j + 1];
            row[at + j] = (1 - OMEGA) * row[at + j] + OMEGA * 0.25 * around;
        }
    }

    private double[] rowOf(int i) {
        return arguments.layout == Layout.rows ? rows[i] : rows[0];
    }

    private int offsetOf(int i) {
        return arguments.layout == Layout.rows ? 0 : i * n;
    }

    private void ensureWritable(int i) {
        if (arguments.layout == Layout.rows) {
            pool.of(rows[i]).ensureWritable();
        } else {
            pool.of(rows[0], i * n, (i + 1) * n).ensureWritable();
        }
    }

    private void ensureReadable(int i) {
        if (arguments.layout == Layout.rows) {
            pool.of(rows[i]).ensureReadable();
        } else {
            pool.of(rows[0], i * n, (i + 1) * n).ensureReadable();
        }
    }

    @Override
    public void finish() {
        if (rank() != 0) {
            return;
        }
        pool.of(seconds).ensureReadable();
        int counted = Math.max(0, arguments.reps - COUNTED);
        double best = Arrays.stream(seconds, counted, arguments.reps).min().orElseThrow();
        int wrong = wrongElements();
        report(String.format(
                Locale.ROOT,
                "SorByHand n=%d iterations=%d layout=%s ranks=%d threads=%s comm=%s consistency=%s seconds=%.3f %s",
                n,
                arguments.iterations,
                arguments.layout,
                ranks(),
                setting("threads"),
                setting("comm"),
                setting("consistency"),
                best,
                wrong == 0 ? "OK" : "FAILED"));
        if (wrong > 0) {
            report(wrong + " elements differ from a computation by one thread");
            exitStatus(1);
        }
    }

    /** Compares with the same arithmetic in the same order on one thread: every bit must be equal. */
    private int wrongElements() {
        double[][] expected = grid(n);
        for (int half = 0; half < 2 * arguments.iterations * arguments.reps; half++) {
            for (int i = 1; i < n - 1; i++) {
                relax(expected[i - 1], 0, expected[i], 0, expected[i + 1], 0, n, i + half & 1);
            }
        }
        int wrong = 0;
        for (int i = 0; i < n; i++) {
            ensureReadable(i);
            for (int j = 0; j < n; j++) {
                wrong += Double.compare(expected[i][j], rowOf(i)[offsetOf(i) + j]) == 0 ? 0 : 1;
            }
        }
        return wrong;
    }
}
