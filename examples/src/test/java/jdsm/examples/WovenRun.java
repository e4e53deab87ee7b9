package jdsm.examples;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import jdsm.SPMD;
import jdsm.node.TestJob;
import jdsm.node.TestJob.Transport;

/**
 * Runs programs woven, as {@code jdsm launch} does, on ranks that are threads of the test's own JVM. They reach each other
 * by files that all map, by sockets or within the process, as {@code --comm} says. The outcome has what programs report; it
 * lacks what they print to {@code System.out} themselves.
 */
final class WovenRun {
    private static final Map<String, String> LONG = Map.of("-p", "--ranks", "-t", "--threads");

    private WovenRun() {}

    /**
     * Runs a job to its end.
     *
     * @param command what follows {@code jdsm launch}: options with a value each, or {@code --check}; then a program of
     *     the examples, or of the tests, and its arguments. Words are separated by blanks. {@code --comm} is shm if it is
     *     not there
     */
    static Outcome run(String command) {
        String[] words = command.strip().split(" +");
        Map<String, String> settings = new HashMap<>();
        List<String> heavy = new ArrayList<>();
        int next = 0;
        while (words[next].startsWith("-")) {
            String option = LONG.getOrDefault(words[next], words[next]);
            boolean flag = option.equals("--check");
            String value = flag ? "true" : words[next + 1];
            if (option.equals("--heavy")) {
                heavy.add(value);
            } else {
                settings.put("JDSM_" + option.substring(2).replace('-', '_').toUpperCase(Locale.ROOT), value);
            }
            next += flag ? 1 : 2;
        }
        String comm = settings.getOrDefault("JDSM_COMM", "shm");
        TestJob.Result result = TestJob.woven(
                Transport.valueOf(comm.toUpperCase(Locale.ROOT)),
                program(words[next]),
                Integer.parseInt(settings.getOrDefault("JDSM_RANKS", "1")),
                heavy.isEmpty() ? "" : "heavy=" + String.join(":", heavy),
                settings,
                List.of(words).subList(next + 1, words.length).toArray(String[]::new));
        return new Outcome(result.status(), result.out(), result.err());
    }

    private static Class<? extends SPMD> program(String name) {
        try {
            String full = name.contains(".") ? name : "jdsm.examples." + name;
            return Class.forName(full).asSubclass(SPMD.class);
        } catch (ClassNotFoundException e) {
            throw new IllegalArgumentException(e);
        }
    }
}
