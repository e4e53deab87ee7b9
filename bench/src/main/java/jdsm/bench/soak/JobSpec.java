package jdsm.bench.soak;

import java.util.ArrayList;
import java.util.List;

/**
 * A job of an example.
 *
 * @param program the simple name of its class
 * @param arguments arguments without blanks
 */
record JobSpec(String transport, int ranks, int threads, String consistency, String program, List<String> arguments) {
    private static final int SETTINGS = 5;

    JobSpec {
        arguments = List.copyOf(arguments);
    }

    /** The specification as one line, for {@link #parse} and for reading. */
    @Override
    public String toString() {
        return String.join(" ", transport, "" + ranks, "" + threads, consistency, program)
                + (arguments.isEmpty() ? "" : " " + String.join(" ", arguments));
    }

    static JobSpec parse(String text) {
        List<String> words = List.of(text.split(" "));
        return new JobSpec(
                words.get(0),
                Integer.parseInt(words.get(1)),
                Integer.parseInt(words.get(2)),
                words.get(3),
                words.get(SETTINGS - 1),
                words.subList(SETTINGS, words.size()));
    }

    /** The specification as arguments of {@code jdsm launch}. */
    List<String> launchArguments() {
        List<String> words = new ArrayList<>(List.of(
                "-p", "" + ranks, "-t", "" + threads, "--comm", transport, "--consistency", consistency, program));
        words.addAll(arguments);
        return words;
    }
}
