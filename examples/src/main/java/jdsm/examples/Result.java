package jdsm.examples;

import jdsm.SPMD;

/** What a program says at its end: one line, and the exit status that goes with it. */
public final class Result {
    /** How many of the last repetitions the best is taken of. */
    private static final int COUNTED = 3;

    private Result() {}

    /** Which of the last three repetitions was the quickest. */
    public static int best(double[] seconds) {
        int best = Math.max(0, seconds.length - COUNTED);
        for (int rep = best + 1; rep < seconds.length; rep++) {
            best = seconds[rep] < seconds[best] ? rep : best;
        }
        return best;
    }

    /**
     * Prints {@code JOB ranks=.. threads=.. comm=.. consistency=.. RESULT OK} or {@code .. FAILED}; then what is wrong, if
     * anything is, with exit status 1.
     *
     * @param job what was run: the program's name and its sizes
     * @param result what came out: seconds, and other figures
     * @param error what is wrong, or null
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
