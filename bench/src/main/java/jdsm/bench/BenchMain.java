package jdsm.bench;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import org.openjdk.jmh.runner.RunnerException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures all lines in rounds, and writes {@code bench.json} and {@code bench.txt}. */
@Command(name = "bench/run", description = "Runs JDSM's benchmarks.", sortOptions = false)
final class BenchMain implements Callable<Integer> {
    private static final int[] INPROC_SIZES = {1, 8 << 10, 1 << 20};
    /** Message length for the measurements whose time depends on the way of waiting. */
    private static final int WAITING_SIZE = 1;

    private static final int[] UPDATE_SIZES = {8, 1 << 10, 128 << 10};
    /** Names the directory of UCX's libraries. */
    private static final String UCX_LIBRARIES = "JDSM_UCX_LIB";

    private static final int[] UCX_SIZES = {8, 1 << 20};
    private static final int[] RANKS = {2, 4, 8};
    private static final int MOVES_SIZE = 128 << 10;

    @Option(names = "--quick", description = "Run for a quarter of an hour, and not for an hour.")
    private boolean quick;

    @Option(names = "--rounds", description = "Number of measurements of each line (default: 7; with --quick: 2).")
    private int rounds;

    @Option(
            names = "--sizes",
            split = ",",
            description = "Lengths of the ping-pong messages in bytes (default: ${DEFAULT-VALUE}).",
            defaultValue = "1,8,64,1024,8192,65536,131072,1048576")
    private int[] sizes;

    @Option(
            names = "--only",
            paramLabel = "REGEX",
            description = "Measure only lines whose names match this, such as 'tcp (socket|handler)' or 'barrier'.",
            defaultValue = "")
    private Pattern only;

    @Option(names = "--output", description = "Directory for the results.", required = true)
    private Path output;

    @Option(names = "--jdsm", description = "The start script.", required = true)
    private Path jdsm;

    @Option(names = "--help", usageHelp = true, description = "Print this help.")
    private boolean help;

    public static void main(String[] args) {
        BenchCommand.run(new BenchMain(), args);
    }

    @Override
    public Integer call() throws IOException, InterruptedException, RunnerException {
        if (rounds < 1) {
            rounds = quick ? 2 : 7;
        }
        Map<String, Object> environment = Environment.now();
        environment.put("mode", quick ? "quick" : "thorough");
        Figures figures = new Figures();
        JmhRun jmh = new JmhRun(quick ? 5 : 10, 2000, 200);
        JobRun jobs = new JobRun(jdsm, quick ? 500 : 2000);
        List<Key> keys = new ArrayList<>(keys());
        for (int round = 1; round <= rounds; round++) {
            for (Key key : keys) {
                double[] values = JmhRun.measures(key.subject()) ? jmh.run(key) : jobs.run(key);
                figures.add(key, values);
                System.err.printf(
                        Locale.ROOT,
                        "round %d of %d: %s: median %.2f %s%n",
                        round,
                        rounds,
                        name(key),
                        Quartiles.of(values).median(),
                        key.subject().unit());
            }
            environment.put("rounds", round);
            environment.put("loadAtEnd", Environment.load());
            write(environment, figures);
            Collections.reverse(keys);
        }
        System.out.print(Table.of(environment, figures));
        return 0;
    }

    /** Writes after each round, so that an interrupted run keeps its results. */
    private void write(Map<String, Object> environment, Figures figures) throws IOException {
        Files.createDirectories(output);
        try (Writer json = Files.newBufferedWriter(output.resolve("bench.json"))) {
            JsonReport.write(json, environment, figures);
        }
        Files.writeString(output.resolve("bench.txt"), Table.of(environment, figures));
    }

    private List<Key> keys() {
        List<Key> keys = new ArrayList<>();
        keys.add(new Key(Subject.SPINNING_SOCKET, "tcp", WAITING_SIZE));
        keys.add(new Key(Subject.BLOCKING_HANDLER, "tcp", WAITING_SIZE));
        for (int size : sizes) {
            for (Subject subject : List.of(Subject.SOCKET, Subject.HANDLER, Subject.RECEIVE, Subject.POOL)) {
                keys.add(new Key(subject, "tcp", size));
            }
        }
        for (int size : sizes) {
            for (Subject subject : List.of(Subject.MAPPED, Subject.HANDLER, Subject.RECEIVE, Subject.POOL)) {
                keys.add(new Key(subject, "shm", size));
            }
        }
        if (System.getenv(UCX_LIBRARIES) != null) {
            for (int size : UCX_SIZES) {
                for (Subject subject : List.of(
                        Subject.UCX,
                        Subject.HANDLER,
                        Subject.RECEIVE,
                        Subject.UCX_GET,
                        Subject.GET,
                        Subject.UCX_PUT,
                        Subject.PUT)) {
                    keys.add(new Key(subject, "ucx", size));
                }
            }
        }
        for (int size : INPROC_SIZES) {
            keys.add(new Key(Subject.HANDLER, "inproc", size));
            keys.add(new Key(Subject.RECEIVE, "inproc", size));
        }
        for (int size : UPDATE_SIZES) {
            keys.add(new Key(Subject.UPDATE, "tcp", size));
            keys.add(new Key(Subject.UPDATE, "shm", size));
        }
        for (int ranks : RANKS) {
            keys.add(new Key(Subject.BARRIER, "tcp", ranks));
            keys.add(new Key(Subject.BARRIER, "shm", ranks));
            keys.add(new Key(Subject.BARRIER, "inproc", ranks));
        }
        keys.add(new Key(Subject.MOVES, "tcp", MOVES_SIZE));
        keys.removeIf(key -> !only.matcher(name(key)).find());
        return keys;
    }

    private static String name(Key key) {
        return key.transport() + " " + key.subject().label() + " " + key.size() + " "
                + key.subject().sizeLabel();
    }
}
