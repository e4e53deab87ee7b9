package jdsm.examples;

import java.util.Locale;
import jdsm.SPMD;

/** The output of a factorisation: the times of its phases, and whether rounding explains its residual. */
final class LuReport {
    static final String[] PHASES = {"factor diagonal", "perimeter", "interior", "barrier"};
    static final int DIAGONAL = 0;
    static final int PERIMETER = 1;
    static final int INTERIOR = 2;
    static final int BARRIER = 3;

    /** Largest residual that rounding explains. */
    private static final double TOLERANCE = 16;

    private final SPMD program;
    private final String name;
    private final BlockMatrix matrix;

    LuReport(SPMD program, String name, BlockMatrix matrix) {
        this.program = program;
        this.name = name;
        this.matrix = matrix;
    }

    /**
     * Prints all lines and sets the exit status.
     *
     * @param phaseSeconds for each worker and each repetition, the seconds in each phase
     * @param seconds seconds of each repetition
     * @param norms for each worker, the largest row sums of |A - LU| and of |A| among its rows
     */
    void print(double[] phaseSeconds, double[] seconds, double[] norms) {
        int best = Result.best(seconds);
        for (int phase = 0; phase < PHASES.length; phase++) {
            printPhase(PHASES[phase], phaseSeconds, best * PHASES.length + phase, seconds.length * PHASES.length);
        }
        double difference = 0;
        double size = 0;
        for (int at = 0; at < norms.length; at += 2) {
            difference = Math.max(difference, norms[at]);
            size = Math.max(size, norms[at + 1]);
        }
        double residual = difference / (size * matrix.n() * Math.ulp(1.0));
        boolean ok = residual <= TOLERANCE;
        program.report(String.format(
                Locale.ROOT,
                "%s n=%d block=%d ranks=%d threads=%s comm=%s consistency=%s seconds=%.3f residual=%.2g %s",
                name,
                matrix.n(),
                matrix.block(),
                program.ranks(),
                program.setting("threads"),
                program.setting("comm"),
                program.setting("consistency"),
                seconds[best],
                residual,
                ok ? "OK" : "FAILED"));
        if (!ok) {
            program.exitStatus(1);
        }
    }

    /** Prints a phase: elements {@code first}, {@code first + stride}, ... are the workers' times. */
    private void printPhase(String phase, double[] phaseSeconds, int first, int stride) {
        double min = Double.POSITIVE_INFINITY;
        double sum = 0;
        double max = 0;
        for (int at = first; at < phaseSeconds.length; at += stride) {
            min = Math.min(min, phaseSeconds[at]);
            sum += phaseSeconds[at];
            max = Math.max(max, phaseSeconds[at]);
        }
        program.report(String.format(
                Locale.ROOT, "%-15s min/mean/max seconds %.4f %.4f %.4f", phase, min, sum / program.workers(), max));
    }
}
