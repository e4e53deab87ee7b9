package jdsm.examples;

import jdsm.SPMD;

/** The result of a program: one line, and the matching exit status. */
public final class Result {
    /** The result is the best of this many last repetitions. */
    private static final int COUNTED = 3;

    private Result() {}

    /** The index of the quickest of the last three repetitions. */
    public static int best(double[] seconds) {
        int best = Math.max(0, seconds.length - COUNTED);
        for (int rep = best + 1; rep < seconds.length; rep++) {
            best = seconds[rep] < seconds[best] ? rep : best;
        }
        return best;
    }

    /**
     * Prints {@code JOB ranks=.. threads=.. comm=.. consistency=.. RESULT OK} or {@code .. FAILED}. A failure adds a
     * line with the reason, and exit status 1.
     *
     * @param job the program's name and sizes
     * @param result the seconds and other figures
     * @param error the reason of a failure, or null
     */
    public static void report(SPMD program, String job, String result, String error) {
        program.report(job + " ranks=" + program.ranks() + " threads=" + program.setting("threads") + " comm="
                + program.setting("comm") + " consistency=" + program.setting("consistency") + " " + result
                + (error == null ? " OK" : " FAILED"));
        if (error != null) {
            program.report(error);
            program.exitStatus(1);
        }
    }
}
