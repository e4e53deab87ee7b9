package jdsm.examples;

import java.util.Arrays;
import java.util.Locale;
import java.util.SplittableRandom;
import jdsm.SPMD;
import jdsm.UsageException;
import picocli.CommandLine.Option;

/**
 * The product of two square matrices, arrays of rows: each worker computes a band of rows, and reads all of the second
 * matrix.
 */
public final class MatMul extends SPMD {
    /** Up to this order all rows are checked. */
    private static final int CHECKED_IN_FULL = 256;

    /** Number of checked rows beside the first row of each band, in larger matrices. */
    private static final int SAMPLED = 64;

    /** The program's arguments. */
    static final class Arguments {
        @Option(names = "-n", description = "order of the matrices")
        int n = 256;

        @Option(names = "--seed", description = "seed of the matrices")
        long seed = 1;

        @Option(names = "--reps", description = "number of repetitions")
        int reps = 1;

        @Option(names = "--break", hidden = true, description = "spoil the result, which the check must find")
        boolean spoil;
    }

    private Arguments arguments;
    private int n;
    private double[][] a;
    private double[][] b;
    private double[][] c;
    /** Seconds of each repetition. */
    private double[] seconds;

    @Override
    public void initialize() {
        arguments = Options.parse(new Arguments(), "MatMul", args());
        n = arguments.n;
        if (n < 1 || arguments.reps < 1) {
            throw new UsageException("MatMul: -n and --reps must be at least 1");
        }
        a = random(n, arguments.seed);
        b = random(n, ~arguments.seed);
        c = new double[n][n];
        seconds = new double[arguments.reps];
    }

    private static double[][] random(int n, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        double[][] matrix = new double[n][n];
        for (double[] row : matrix) {
            for (int j = 0; j < n; j++) {
                row[j] = 2 * random.nextDouble() - 1;
            }
        }
        return matrix;
    }

    @Override
    public void start() {
        int from = bandOf(worker());
        int to = bandOf(worker() + 1);
        for (int rep = 0; rep < arguments.reps; rep++) {
            barrier();
            section("repetition " + rep);
            long begin = System.nanoTime();
            multiply(a, b, c, from, to);
            barrier();
            if (worker() == 0) {
                seconds[rep] = (System.nanoTime() - begin) / 1e9;
            }
            section("between repetitions");
        }
        if (worker() == 0 && arguments.spoil) {
            c[0][0]++;
        }
    }

    /** The first row of a worker's band. */
    private int bandOf(int worker) {
        return (int) ((long) n * worker / workers());
    }

    /** Rows {@code from} to {@code to - 1} of the product: {@code c := a * b}. */
    private static void multiply(double[][] a, double[][] b, double[][] c, int from, int to) {
        int n = b.length;
        for (int i = from; i < to; i++) {
            double[] left = a[i];
            double[] sum = c[i];
            Arrays.fill(sum, 0);
            for (int k = 0; k < n; k++) {
                double factor = left[k];
                double[] row = b[k];
                for (int j = 0; j < n; j++) {
                    sum[j] += factor * row[j];
                }
            }
        }
    }

    @Override
    public void finish() {
        if (rank() != 0) {
            return;
        }
        boolean[] checked = rowsToCheck();
        double[][] left = random(n, arguments.seed);
        double[][] right = random(n, ~arguments.seed);
        double[][] expected = new double[n][n];
        int rows = 0;
        int wrong = 0;
        for (int i = 0; i < n; i++) {
            if (checked[i]) {
                rows++;
                multiply(left, right, expected, i, i + 1);
                wrong += wrongElements(expected[i], c[i]);
            }
        }
        Result.report(
                this,
                "MatMul n=" + n + " checked=" + rows,
                String.format(Locale.ROOT, "seconds=%.3f", seconds[Result.best(seconds)]),
                wrong == 0 ? null : wrong + " elements differ from a computation by one thread");
    }

    /**
     * The rows to check: all, or in a large matrix a sample with rows of each worker, so that the check by one thread
     * is short.
     */
    private boolean[] rowsToCheck() {
        boolean[] checked = new boolean[n];
        if (n <= CHECKED_IN_FULL) {
            Arrays.fill(checked, true);
            return checked;
        }
        SplittableRandom random = new SplittableRandom(arguments.seed);
        for (int i = 0; i < SAMPLED; i++) {
            checked[random.nextInt(n)] = true;
        }
        for (int worker = 0; worker < workers(); worker++) {
            checked[Math.min(bandOf(worker), n - 1)] = true;
        }
        return checked;
    }

    /** Compares a row with the same arithmetic in the same order: every bit must be equal. */
    private static int wrongElements(double[] expected, double[] row) {
        int wrong = 0;
        for (int j = 0; j < row.length; j++) {
            wrong += Double.compare(expected[j], row[j]) == 0 ? 0 : 1;
        }
        return wrong;
    }
}
