package jdsm.examples;

import static jdsm.Collectives.range;
import static jdsm.Collectives.sum;

import java.util.Locale;
import jdsm.Range;
import jdsm.SPMD;
import jdsm.UsageException;
import picocli.CommandLine.Option;

/**
 * Computes pi as the integral of {@code 4 / (1 + x * x)} from 0 to 1, by the midpoint rule: each worker adds up its range
 * of the steps, and a collective call adds up the parts of all workers.
 */
public final class Integral extends SPMD {
    /** Largest error of rounding that is allowed. */
    private static final double ROUNDING = 1e-9;

    /** The program's arguments. */
    static final class Arguments extends Repeated {
        @Option(names = "-n", description = "steps")
        int n = 100_000_000;
    }

    private Arguments arguments;
    /** The integral that each repetition has found. */
    private double[] integrals;
    /** Seconds of each repetition. */
    private double[] seconds;

    @Override
    public void initialize() {
        arguments = Options.parse(new Arguments(), "Integral", args());
        if (arguments.n < 1 || arguments.reps < 1) {
            throw new UsageException("Integral: -n and --reps must be at least 1");
        }
        integrals = new double[arguments.reps];
        seconds = new double[arguments.reps];
    }

    @Override
    public void start() {
        for (int rep = 0; rep < arguments.reps; rep++) {
            barrier();
            long begin = System.nanoTime();
            double integral = sum(part(range(arguments.n), arguments.n)) / arguments.n;
            if (worker() == 0) {
                seconds[rep] = (System.nanoTime() - begin) / 1e9;
                integrals[rep] = integral;
            }
        }
        if (worker() == 0 && arguments.spoil) {
            integrals[0] += 1;
        }
    }

    private static double part(Range steps, int n) {
        double part = 0;
        for (int i = steps.from(); i < steps.to(); i++) {
            double x = (i + 0.5) / n;
            part += 4 / (1 + x * x);
        }
        return part;
    }

    @Override
    public void finish() {
        if (rank() != 0) {
            return;
        }
        double error = 0;
        for (double integral : integrals) {
            error = Math.max(error, Math.abs(integral - Math.PI));
        }
        double most = 8.0 / 24 / arguments.n / arguments.n + ROUNDING; // 8 is the largest second derivative
        Result.report(
                this,
                "Integral n=" + arguments.n,
                Repeated.figures(seconds) + String.format(Locale.ROOT, " pi=%.9f error=%.2g", integrals[0], error),
                error <= most ? null : "the integral is " + error + " from pi; at most " + most);
    }
}
