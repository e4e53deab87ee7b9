package jdsm.examples;

import java.util.Locale;
import picocli.CommandLine.Option;

/** The arguments that all programs have which do the same work several times in one job. */
class Repeated {
    @Option(names = "--reps", description = "number of repetitions; each starts again")
    int reps = 1;

    @Option(names = "--break", hidden = true, description = "spoil the result, which the check must find")
    boolean spoil;

    /** The seconds of the best of the last three repetitions, and of the first one, as a part of the result's line. */
    static String figures(double[] seconds) {
        return String.format(Locale.ROOT, "seconds=%.3f first=%.3f", seconds[Result.best(seconds)], seconds[0]);
    }
}
