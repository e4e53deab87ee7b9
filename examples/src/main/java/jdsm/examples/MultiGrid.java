package jdsm.examples;

import java.util.Locale;
import jdsm.SPMD;
import jdsm.UsageException;
import picocli.CommandLine.Option;

/**
 * The NAS benchmark MG (Bailey et al., RNR-94-007): solves a Poisson equation on a periodic cube by V-cycles over grids
 * of all sizes. Each worker has a band of planes of each grid, and reads the planes beside it.
 */
public class MultiGrid extends SPMD {
    private static final int ITERATIONS = 4;
    /** Largest allowed relative distance from the published norm. */
    private static final double TOLERANCE = 1e-8;

    /** The program's arguments. */
    static class Arguments extends Repeated {
        @Option(names = "--class", description = "size: S, W or A")
        NpbClass size = NpbClass.W;
    }

    private Arguments arguments;
    private double published;
    /** The index of the largest grid; that of a grid of 2^k planes is k, and the smallest one has two planes. */
    private int top;
    /** The solution, and what is added to it; by size. */
    private Grid[] u;
    /** The residual, by size. */
    private Grid[] r;
    /** The right side of the equation. */
    private Grid v;
    /** For each worker, its part of a sum. */
    private double[] parts;
    /** The norm of the residual that each repetition leaves. */
    private double[] norms;
    /** Seconds of each repetition. */
    private double[] seconds;

    @Override
    public void initialize() {
        arguments = Options.parse(new Arguments(), "MultiGrid", args());
        if (arguments.reps < 1) {
            throw new UsageException("MultiGrid: --reps must be at least 1");
        }
        switch (arguments.size) {
            case S -> prepare(5, 0.5307707005734e-4);
            case W -> prepare(7, 0.6467329375339e-5);
            case A -> prepare(8, 0.2433365309069e-5);
        }
        parts = new double[workers()];
        norms = new double[arguments.reps];
        seconds = new double[arguments.reps];
    }

    private void prepare(int largest, double norm) {
        top = largest;
        published = norm;
        u = new Grid[top + 1];
        r = new Grid[top + 1];
        for (int k = 1; k <= top; k++) {
            u[k] = new Grid(1 << k);
            r[k] = new Grid(1 << k);
        }
        v = new Grid(1 << top);
        Charges.put(v);
    }

    private int from(int k) {
        return 1 + u[k].size() * worker() / workers();
    }

    private int to(int k) {
        return 1 + u[k].size() * (worker() + 1) / workers();
    }

    @Override
    public void start() {
        for (int rep = 0; rep < arguments.reps; rep++) {
            u[top].clear(from(top), to(top));
            u[top].wrap(from(top), to(top));
            barrier();
            section("repetition " + rep);
            long begin = System.nanoTime();
            residual(top, v);
            for (int iteration = 0; iteration < ITERATIONS; iteration++) {
                cycle();
                residual(top, v);
            }
            parts[worker()] = r[top].squares(from(top), to(top));
            barrier();
            if (worker() == 0) {
                norms[rep] = norm();
                seconds[rep] = (System.nanoTime() - begin) / 1e9;
            }
            section("between repetitions");
        }
        if (worker() == 0 && arguments.spoil) {
            norms[0] *= 1 + 2 * TOLERANCE;
        }
    }

    /** Down from the largest grid to the smallest one, and up again. */
    private void cycle() {
        for (int k = top - 1; k >= 1; k--) {
            r[k].project(r[k + 1], from(k), to(k));
            r[k].wrap(from(k), to(k));
            barrier();
        }
        u[1].clear(from(1), to(1));
        smooth(1);
        for (int k = 2; k <= top; k++) {
            if (k < top) {
                u[k].clear(from(k), to(k));
            }
            u[k].interpolate(u[k - 1], from(k), to(k));
            u[k].wrap(from(k), to(k));
            barrier();
            residual(k, k < top ? r[k] : v);
            smooth(k);
        }
    }

    private void residual(int k, Grid right) {
        r[k].residual(u[k], right, from(k), to(k));
        r[k].wrap(from(k), to(k));
        barrier();
    }

    private void smooth(int k) {
        u[k].smooth(r[k], from(k), to(k));
        u[k].wrap(from(k), to(k));
        barrier();
    }

    private double norm() {
        double sum = 0;
        for (double part : parts) {
            sum += part;
        }
        return Math.sqrt(sum / Math.pow(u[top].size(), 3));
    }

    @Override
    public void finish() {
        if (rank() != 0) {
            return;
        }
        double error = 0;
        for (double norm : norms) {
            error = Math.max(error, Math.abs(norm - published) / published);
        }
        Result.report(
                this,
                "MultiGrid class=" + arguments.size,
                Repeated.figures(seconds) + String.format(Locale.ROOT, " norm=%.10g error=%.2g", norms[0], error),
                error <= TOLERANCE
                        ? null
                        : "the norm is " + error + " of itself from the published " + published + "; at most "
                                + TOLERANCE);
    }
}
