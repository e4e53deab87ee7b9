package jdsm.examples;

import java.util.Locale;
import java.util.SplittableRandom;
import jdsm.Local;
import jdsm.SPMD;
import jdsm.UsageException;
import picocli.CommandLine.Option;

/**
 * Red-black successive over-relaxation on a square grid: each worker writes a band of rows, and reads the row above and
 * the row below. The grid is an array of rows, or one flat array in which bands end at any element. One loop runs through
 * the half-sweeps of all repetitions, so that a job may go on from a checkpoint.
 */
public final class SOR extends SPMD {
    private static final double OMEGA = 1.25;
    private static final double LARGEST = 1e-6;

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

        @Option(names = "--reps", description = "number of repetitions")
        int reps = 1;

        @Option(names = "--break", hidden = true, description = "spoil the result, which the check must find")
        boolean spoil;
    }

    private Arguments arguments;
    private int n;
    /** The grid as one array for each row; null for a flat grid. */
    private double[][] rows;
    /** The grid as one array; null for a grid of rows. */
    private double[] flat;
    /** Seconds of each repetition. */
    private double[] seconds;
    /** The begin of the repetition, or of this rank where it goes on from a checkpoint in the middle of one. */
    @Local
    private long beginNanos = System.nanoTime();

    @Override
    public void initialize() {
        arguments = Options.parse(new Arguments(), "SOR", args());
        n = arguments.n;
        if (n < 3 || arguments.iterations < 1 || arguments.reps < 1) {
            throw new UsageException("SOR: -n must be at least 3, --iterations and --reps at least 1");
        }
        if (arguments.layout == Layout.flat && (long) n * n > Integer.MAX_VALUE - 8) {
            throw new UsageException("SOR: a flat array has at most 2^31 elements: -n 46340");
        }
        double[][] grid = grid(n);
        if (arguments.layout == Layout.rows) {
            rows = grid;
        } else {
            flat = new double[n * n];
            for (int i = 0; i < n; i++) {
                System.arraycopy(grid[i], 0, flat, i * n, n);
            }
        }
        seconds = new double[arguments.reps];
    }

    private static double[][] grid(int n) {
        SplittableRandom random = new SplittableRandom(n);
        double[][] grid = new double[n][n];
        for (double[] row : grid) {
            for (int j = 0; j < n; j++) {
                row[j] = random.nextDouble() * LARGEST;
            }
        }
        return grid;
    }

    @Override
    public void start() {
        int from = bandOf(worker());
        int to = bandOf(worker() + 1);
        int halves = 2 * arguments.iterations;
        int all = Math.multiplyExact(halves, arguments.reps);
        for (int half = resumeFrom("half", 0); half < all; half++) {
            if (half % halves == 0) {
                barrier();
                section("repetition " + half / halves);
                beginNanos = System.nanoTime();
            }
            if (arguments.layout == Layout.rows) {
                sweep(rows, from, to, half);
            } else {
                sweep(flat, n, from, to, half);
            }
            barrier();
            if (half % halves == halves - 1) {
                if (worker() == 0) {
                    seconds[half / halves] = (System.nanoTime() - beginNanos) / 1e9;
                }
                section("between repetitions");
            }
        }
        if (worker() == 0 && arguments.spoil) {
            if (arguments.layout == Layout.rows) {
                rows[1][1]++;
            } else {
                flat[n + 1]++;
            }
        }
    }

    /** The first inner row of a worker's band. */
    private int bandOf(int worker) {
        return 1 + (int) ((long) (n - 2) * worker / workers());
    }

    /** Relaxes every second element of rows {@code from} to {@code to - 1}; the next half-sweep relaxes the others. */
    private static void sweep(double[][] rows, int from, int to, int half) {
        for (int i = from; i < to; i++) {
            double[] up = rows[i - 1];
            double[] row = rows[i];
            double[] down = rows[i + 1];
            int end = row.length - 1;
            for (int j = 1 + (i + half & 1); j < end; j += 2) {
                double around = up[j] + down[j] + row[j - 1] + row[j + 1];
                row[j] = (1 - OMEGA) * row[j] + OMEGA * 0.25 * around;
            }
        }
    }

    /** The same in a flat array with rows of n elements. */
    private static void sweep(double[] flat, int n, int from, int to, int half) {
        for (int i = from; i < to; i++) {
            int end = (i + 1) * n - 1;
            for (int at = i * n + 1 + (i + half & 1); at < end; at += 2) {
                double around = flat[at - n] + flat[at + n] + flat[at - 1] + flat[at + 1];
                flat[at] = (1 - OMEGA) * flat[at] + OMEGA * 0.25 * around;
            }
        }
    }

    @Override
    public void finish() {
        if (rank() != 0) {
            return;
        }
        int wrong = wrongElements();
        Result.report(
                this,
                "SOR n=" + n + " iterations=" + arguments.iterations + " layout=" + arguments.layout,
                String.format(Locale.ROOT, "seconds=%.3f", seconds[Result.best(seconds)]),
                wrong == 0 ? null : wrong + " elements differ from a computation by one thread");
    }

    /** Compares with the same arithmetic in the same order on one thread: every bit must be equal. */
    private int wrongElements() {
        double[][] expected = grid(n);
        for (int half = 0; half < 2 * arguments.iterations * arguments.reps; half++) {
            sweep(expected, 1, n - 1, half);
        }
        int wrong = 0;
        for (int i = 0; i < n; i++) {
            double[] row = arguments.layout == Layout.rows ? rows[i] : flat;
            int at = arguments.layout == Layout.rows ? 0 : i * n;
            for (int j = 0; j < n; j++) {
                wrong += Double.compare(expected[i][j], row[at + j]) == 0 ? 0 : 1;
            }
        }
        return wrong;
    }
}
