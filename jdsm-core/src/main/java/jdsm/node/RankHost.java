package jdsm.node;

import java.io.PrintStream;
import java.util.function.BiConsumer;

/**
 * The surroundings of a rank: a process, or a JVM with other ranks.
 *
 * @param out receives the results of the program
 * @param err receives reports, and failures unless {@code failures} does
 * @param isProcess whether the rank is this process, so that the end of the rank may end the process
 * @param failures receives the reason and the error, or null, of a failure that arose on this rank; null if failures
 *     are to be printed
 */
record RankHost(PrintStream out, PrintStream err, boolean isProcess, BiConsumer<String, Throwable> failures) {
    boolean takesFailures() {
        return failures != null;
    }
}
