package jdsm.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Measures in rounds, and writes a page after each, so that a run which is ended early leaves one. Not thread-safe. */
public final class Rounds {
    /** Measures all subjects once. */
    public interface Measurement {
        void run(int round) throws IOException, InterruptedException;
    }

    private final int rounds;
    private final Path file;

    /**
     * @param rounds at least 1
     * @param file the page's file; null to print the page of all rounds
     */
    public Rounds(int rounds, Path file) {
        this.rounds = rounds;
        this.file = file;
    }

    /**
     * Runs all rounds.
     *
     * @param environment the properties of the machine, to which the rounds and the load are added
     * @param page makes the page
     */
    public void run(
            Map<String, Object> environment, Measurement measurement, Function<Map<String, Object>, String> page)
            throws IOException, InterruptedException {
        for (int round = 1; round <= rounds; round++) {
            measurement.run(round);
            environment.put("rounds", round);
            environment.put("loadAtEnd", Environment.load());
            String text = page.apply(environment);
            if (file != null) {
                Files.writeString(file, text);
            } else if (round == rounds) {
                System.out.print(text);
            }
        }
    }

    /** The order of settings in a round: every second one reverses it. */
    public static <T> List<T> order(List<T> settings, int round) {
        List<T> order = new ArrayList<>(settings);
        if (round % 2 == 0) {
            Collections.reverse(order);
        }
        return order;
    }
}
