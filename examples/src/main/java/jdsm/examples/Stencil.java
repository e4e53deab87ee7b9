package jdsm.examples;

import java.util.SplittableRandom;
import jdsm.SPMD;
import jdsm.UsageException;
import picocli.CommandLine.Option;

/**
 * Heat on a square plate by Jacobi's method: each point takes a mean of itself and its four neighbours. The plate is
 * one flat array, whose index a small method computes.
 */
public class Stencil extends SPMD {
    /** The largest order whose points have indices. */
    private static final int MOST = 46_340;

    /** The program's arguments. */
    static class Arguments extends Repeated {
        @Option(names = "-n", description = "rows and columns")
        int n = 2000;

        @Option(
                names = {"-i", "--iterations"},
                description = "steps in a repetition")
        int iterations = 100;
    }

    private Arguments arguments;
    private int n;
    private double[] plate;
    private double[] other;
    /** Seconds of each repetition. */
    private double[] seconds;

    @Override
    public void initialize() {
        arguments = Options.parse(new Arguments(), "Stencil", args());
        n = arguments.n;
        if (n < 3 || n > MOST || arguments.iterations < 1 || arguments.reps < 1) {
            throw new UsageException("Stencil: -n must be 3 to " + MOST + ", --iterations and --reps at least 1");
        }
        plate = new double[n * n];
        other = new double[n * n];
        seconds = new double[arguments.reps];
    }

    private int at(int i, int j) {
        return i * n + j;
    }

    @Override
    public void start() {
        int from = 1 + (int) ((long) (n - 2) * worker() / workers());
        int to = 1 + (int) ((long) (n - 2) * (worker() + 1) / workers());
        for (int rep = 0; rep < arguments.reps; rep++) {
            if (worker() == 0) {
                heat();
            }
            barrier();
            section("repetition " + rep);
            long begin = System.nanoTime();
            for (int iteration = 0; iteration < arguments.iterations; iteration++) {
                if (iteration % 2 == 0) {
                    step(plate, other, from, to);
                } else {
                    step(other, plate, from, to);
                }
                barrier();
            }
            if (worker() == 0) {
                seconds[rep] = (System.nanoTime() - begin) / 1e9;
            }
            section("between repetitions");
        }
        if (worker() == 0 && arguments.spoil) {
            result()[at(1, 1)]++;
        }
    }

    /** Gives all points their first temperatures; those at the edges keep theirs. */
    private void heat() {
        double[][] first = temperatures(n);
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                plate[at(i, j)] = first[i][j];
                other[at(i, j)] = first[i][j];
            }
        }
    }

    private static double[][] temperatures(int n) {
        SplittableRandom random = new SplittableRandom(n);
        double[][] temperatures = new double[n][n];
        for (double[] row : temperatures) {
            for (int j = 0; j < n; j++) {
                row[j] = 100 * random.nextDouble();
            }
        }
        return temperatures;
    }

    private void step(double[] old, double[] now, int from, int to) {
        for (int i = from; i < to; i++) {
            for (int j = 1; j < n - 1; j++) {
                double around = old[at(i - 1, j)] + old[at(i + 1, j)] + old[at(i, j - 1)] + old[at(i, j + 1)];
                now[at(i, j)] = 0.5 * old[at(i, j)] + 0.125 * around;
            }
        }
    }

    private double[] result() {
        return arguments.iterations % 2 == 0 ? plate : other;
    }

    @Override
    public void finish() {
        if (rank() != 0) {
            return;
        }
        int wrong = wrongPoints();
        Result.report(
                this,
                "Stencil n=" + n + " iterations=" + arguments.iterations,
                Repeated.figures(seconds),
                wrong == 0 ? null : wrong + " points differ from a computation by one thread");
    }

    /** Compares with the same arithmetic on rows, by one thread: every bit must be equal. */
    private int wrongPoints() {
        double[][] old = temperatures(n);
        double[][] now = temperatures(n);
        for (int iteration = 0; iteration < arguments.iterations; iteration++) {
            for (int i = 1; i < n - 1; i++) {
                for (int j = 1; j < n - 1; j++) {
                    double around = old[i - 1][j] + old[i + 1][j] + old[i][j - 1] + old[i][j + 1];
                    now[i][j] = 0.5 * old[i][j] + 0.125 * around;
                }
            }
            double[][] free = old;
            old = now;
            now = free;
        }
        double[] found = result();
        int wrong = 0;
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                wrong += Double.compare(old[i][j], found[at(i, j)]) == 0 ? 0 : 1;
            }
        }
        return wrong;
    }
}
