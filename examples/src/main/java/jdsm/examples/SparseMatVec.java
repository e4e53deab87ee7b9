package jdsm.examples;

import java.util.Arrays;
import jdsm.SPMD;
import jdsm.UsageException;
import picocli.CommandLine.Option;

/**
 * Products of a sparse matrix and a vector: each worker computes a band of the product, and gathers the elements of the
 * vector that its rows name. The product is the next vector.
 */
public class SparseMatVec extends SPMD {
    /** The program's arguments. */
    static class Arguments extends Repeated {
        @Option(names = "-n", description = "rows and columns")
        int n = 200_000;

        @Option(
                names = {"-z", "--elements"},
                description = "elements in a row, on average")
        int elements = 16;

        @Option(
                names = {"-i", "--iterations"},
                description = "products in a repetition")
        int iterations = 50;

        @Option(names = "--seed", description = "seed of the matrix")
        long seed = 1;
    }

    private Arguments arguments;
    private SparseMatrix matrix;
    private double[] x;
    private double[] y;
    /** Seconds of each repetition. */
    private double[] seconds;

    @Override
    public void initialize() {
        arguments = Options.parse(new Arguments(), "SparseMatVec", args());
        if (arguments.n < 1 || arguments.elements < 1 || arguments.iterations < 1 || arguments.reps < 1) {
            throw new UsageException("SparseMatVec: -n, --elements, --iterations and --reps must be at least 1");
        }
        if ((long) arguments.n * arguments.elements > 1 << 29) {
            throw new UsageException("SparseMatVec: -n times --elements must be at most 2^29");
        }
        matrix = SparseMatrix.random(arguments.n, arguments.elements, arguments.seed);
        x = new double[arguments.n];
        y = new double[arguments.n];
        seconds = new double[arguments.reps];
    }

    @Override
    public void start() {
        int from = (int) ((long) arguments.n * worker() / workers());
        int to = (int) ((long) arguments.n * (worker() + 1) / workers());
        for (int rep = 0; rep < arguments.reps; rep++) {
            Arrays.fill(x, from, to, 1);
            barrier();
            section("repetition " + rep);
            long begin = System.nanoTime();
            for (int iteration = 0; iteration < arguments.iterations; iteration++) {
                if (iteration % 2 == 0) {
                    matrix.multiply(x, y, from, to);
                } else {
                    matrix.multiply(y, x, from, to);
                }
                barrier();
            }
            if (worker() == 0) {
                seconds[rep] = (System.nanoTime() - begin) / 1e9;
            }
            section("between repetitions");
        }
        if (worker() == 0 && arguments.spoil) {
            product()[0]++;
        }
    }

    /** The last product. */
    private double[] product() {
        return arguments.iterations % 2 == 0 ? x : y;
    }

    @Override
    public void finish() {
        if (rank() != 0) {
            return;
        }
        int wrong = wrongElements();
        Result.report(
                this,
                "SparseMatVec n=" + arguments.n + " elements=" + matrix.elements() + " iterations="
                        + arguments.iterations,
                Repeated.figures(seconds),
                wrong == 0 ? null : wrong + " elements differ from a computation by one thread");
    }

    /** Compares with the same sums in the same order on one thread: every bit must be equal. */
    private int wrongElements() {
        SparseMatrix own = SparseMatrix.random(arguments.n, arguments.elements, arguments.seed);
        double[] vector = new double[arguments.n];
        Arrays.fill(vector, 1);
        double[] next = new double[arguments.n];
        for (int iteration = 0; iteration < arguments.iterations; iteration++) {
            own.multiply(vector, next, 0, arguments.n);
            double[] free = vector;
            vector = next;
            next = free;
        }
        double[] found = product();
        int wrong = 0;
        for (int i = 0; i < arguments.n; i++) {
            wrong += Double.compare(vector[i], found[i]) == 0 ? 0 : 1;
        }
        return wrong;
    }
}
