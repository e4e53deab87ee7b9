package jdsm.node;

import java.io.PrintStream;
import java.util.function.BiConsumer;
import jdsm.node.JobFailure.Failure;

/**
 * The surroundings of a rank, a process or a JVM with other ranks: where its results, reports and failures go.
 *
 * @param out receives the results of the program
 * @param err receives reports, and failures unless {@code failures} does
 * @param marked whether a launcher expects marked lines ({@link RankMain#RESULT_MARK})
 * @param isProcess whether the rank is this process, so that the end of the rank may end the process
 * @param failures receives the reason and the error, or null, of a failure that arose on this rank; null if failures
 *     are to be printed
 */
record RankHost(
        PrintStream out, PrintStream err, boolean marked, boolean isProcess, BiConsumer<String, Throwable> failures) {
    /** Prints a line that belongs to the job, not to a rank. */
    void found(String line) {
        err.println((marked ? String.valueOf(RankMain.RESULT_MARK) : "") + "jdsm: " + line);
        err.flush();
    }

    /**
     * Reports the first failure that a rank has seen.
     *
     * @param usage whether the program was used in a wrong way
     * @param speaks whether this rank reports a wrong usage
     */
    void say(int rank, Failure first, boolean usage, boolean speaks) {
        if (failures != null) {
            if (usage || first.here()) {
                failures.accept(first.text(), usage ? null : first.cause());
            }
        } else if (usage) {
            if (speaks) {
                found(first.text());
            }
        } else {
            err.println("jdsm: rank " + rank + (first.here() ? ": " : " ends: ") + first.text());
            if (first.here() && first.cause() != null) {
                ThrownText.print(first.cause(), err);
            }
            err.flush();
        }
    }
}
