package jdsm.bench.why;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import jdsm.bench.peers.Runs;

/**
 * A program on two ranks and the figure that it is measured by.
 *
 * @param options of {@code jdsm launch}
 * @param figure finds the figure in the program's output as its first group; null: the seconds of the whole command
 */
record Load(String name, List<String> options, List<String> program, Pattern figure) {
    private static final Pattern SECONDS = Runs.figure("seconds");
    private static final Pattern MEDIAN = Runs.figure("median");

    /** The whole command of a program that a person runs once. */
    static Load once(String... program) {
        return new Load(String.join(" ", program) + ", whole command", List.of(), List.of(program), null);
    }

    /** The best repetition of five. */
    static Load warm(String... program) {
        String[] repeated = new String[program.length + 2];
        System.arraycopy(program, 0, repeated, 0, program.length);
        repeated[program.length] = "--reps";
        repeated[program.length + 1] = "5";
        return new Load(String.join(" ", program) + ", best of five", List.of(), List.of(repeated), SECONDS);
    }

    /** The median barrier. */
    static Load barriers() {
        return new Load("Barrier, median", List.of(), List.of("Barrier", "--rounds", "20000", "--reps", "5"), MEDIAN);
    }

    /** The same with one more option of {@code jdsm launch}. */
    Load with(String option) {
        List<String> more = new ArrayList<>(options);
        more.add(option);
        return new Load(name + ", " + option, more, program, figure);
    }
}
