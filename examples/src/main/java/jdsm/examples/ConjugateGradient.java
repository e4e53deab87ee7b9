package jdsm.examples;

import static jdsm.Collectives.range;
import static jdsm.Collectives.sum;

import java.util.Arrays;
import java.util.Locale;
import jdsm.Range;
import jdsm.SPMD;
import jdsm.UsageException;
import picocli.CommandLine.Option;

/**
 * The NAS benchmark CG (Bailey et al., RNR-94-007): the smallest eigenvalue of a sparse matrix, by inverse iteration;
 * each step solves a system of equations by 25 steps of conjugate gradients. Workers have bands of rows, and add up
 * the parts of scalar products by collective calls.
 */
public class ConjugateGradient extends SPMD {
    private static final int STEPS = 25;
    private static final int ITERATIONS = 15;
    /** Largest allowed relative distance from the published eigenvalue. */
    private static final double TOLERANCE = 1e-10;

    /** The program's arguments. */
    static class Arguments extends Repeated {
        @Option(names = "--class", description = "size: S, W or A")
        NpbClass size = NpbClass.A;
    }

    private Arguments arguments;
    private int n;
    private double shift;
    private double published;
    private SparseMatrix matrix;
    /** The eigenvector. */
    private double[] x;
    /** The solution of the system of equations. */
    private double[] z;

    private double[] p;
    private double[] q;
    private double[] r;
    /** The eigenvalue that each repetition has found. */
    private double[] zetas;
    /** Seconds of each repetition. */
    private double[] seconds;

    @Override
    public void initialize() {
        arguments = Options.parse(new Arguments(), "ConjugateGradient", args());
        if (arguments.reps < 1) {
            throw new UsageException("ConjugateGradient: --reps must be at least 1");
        }
        switch (arguments.size) {
            case S -> prepare(1400, 7, 10, 8.5971775078648);
            case W -> prepare(7000, 8, 12, 10.362595087124);
            case A -> prepare(14_000, 11, 20, 17.130235054029);
        }
        x = new double[n];
        z = new double[n];
        p = new double[n];
        q = new double[n];
        r = new double[n];
        zetas = new double[arguments.reps];
        seconds = new double[arguments.reps];
    }

    private void prepare(int rows, int nonzeros, double diagonal, double eigenvalue) {
        n = rows;
        shift = diagonal;
        published = eigenvalue;
        matrix = CgMatrix.of(rows, nonzeros, diagonal);
    }

    @Override
    public void start() {
        Range rows = range(n);
        int from = rows.from();
        int to = rows.to();
        for (int rep = 0; rep < arguments.reps; rep++) {
            Arrays.fill(x, from, to, 1);
            barrier();
            section("repetition " + rep);
            long begin = System.nanoTime();
            double zeta = 0;
            for (int iteration = 0; iteration < ITERATIONS; iteration++) {
                solve(from, to);
                zeta = shift + 1 / sum(dot(x, z, from, to));
                double length = Math.sqrt(sum(dot(z, z, from, to)));
                for (int i = from; i < to; i++) {
                    x[i] = z[i] / length;
                }
            }
            barrier();
            if (worker() == 0) {
                seconds[rep] = (System.nanoTime() - begin) / 1e9;
                zetas[rep] = zeta;
            }
            section("between repetitions");
        }
        if (worker() == 0 && arguments.spoil) {
            zetas[0] *= 1 + 2 * TOLERANCE;
        }
    }

    /** Solves {@code matrix * z = x}. */
    private void solve(int from, int to) {
        for (int i = from; i < to; i++) {
            z[i] = 0;
            r[i] = x[i];
            p[i] = x[i];
        }
        double rho = sum(dot(r, r, from, to));
        for (int step = 0; step < STEPS; step++) {
            matrix.multiply(p, q, from, to);
            double alpha = rho / sum(dot(p, q, from, to));
            for (int i = from; i < to; i++) {
                z[i] += alpha * p[i];
                r[i] -= alpha * q[i];
            }
            double before = rho;
            rho = sum(dot(r, r, from, to));
            for (int i = from; i < to; i++) {
                p[i] = r[i] + rho / before * p[i];
            }
            barrier();
        }
    }

    private double dot(double[] a, double[] b, int from, int to) {
        double sum = 0;
        for (int i = from; i < to; i++) {
            sum += a[i] * b[i];
        }
        return sum;
    }

    @Override
    public void finish() {
        if (rank() != 0) {
            return;
        }
        double error = 0;
        for (double zeta : zetas) {
            error = Math.max(error, Math.abs(zeta - published) / published);
        }
        Result.report(
                this,
                "ConjugateGradient class=" + arguments.size,
                Repeated.figures(seconds) + String.format(Locale.ROOT, " zeta=%.10f error=%.2g", zetas[0], error),
                error <= TOLERANCE
                        ? null
                        : "the eigenvalue is " + error + " of itself from the published " + published + "; at most "
                                + TOLERANCE);
    }
}
