package jdsm.examples;

import java.util.List;
import java.util.Locale;
import jdsm.UsageException;
import jdsm.remote.RemoteSpace;
import jdsm.remote.RemoteStatistics;

/** What the sequential programs with remote memory have in common: arguments, pages and the result's line. */
final class Sequential {
    private Sequential() {}

    /** Reads the arguments; wrong ones end the program with one line and exit status 2. */
    static <T> T parse(T options, String program, String[] args) {
        try {
            return Options.parse(options, program, args);
        } catch (UsageException e) {
            System.err.println("jdsm: " + e.getMessage());
            System.exit(2);
            throw e;
        }
    }

    /** Prints the result and, if it is wrong, ends the program with exit status 1. */
    static void report(String result, boolean right) {
        System.out.println(result + (right ? " OK" : " FAILED"));
        if (!right) {
            System.exit(1);
        }
    }

    /** The pages that came and went so far, of all arrays of the program's space. */
    record Swaps(long in, long out) {
        static Swaps now() {
            List<RemoteStatistics> all = RemoteSpace.current().statistics();
            return new Swaps(
                    all.stream().mapToLong(RemoteStatistics::pagesIn).sum(),
                    all.stream().mapToLong(RemoteStatistics::pagesOut).sum());
        }

        /** Describes a phase: its seconds, its pages since {@code before}, and the microseconds for each that came. */
        String since(Swaps before, String phase, double seconds) {
            long pages = in - before.in;
            String each = pages == 0 ? "" : String.format(Locale.ROOT, " us/swap=%.1f", seconds * 1e6 / pages);
            return String.format(
                    Locale.ROOT, "%s: seconds=%.3f in=%d out=%d%s", phase, seconds, pages, out - before.out, each);
        }
    }
}
