package jdsm.bench.reliability;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import jdsm.bench.BenchCommand;
import jdsm.bench.Environment;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Causes faults in jobs, and writes a table of the outcomes. */
@Command(
        name = "bench/reliability",
        description = "Kills, stops, starves and cuts off ranks; ends with 1 if a job hangs, leaves something or blames"
                + " the wrong rank.",
        sortOptions = false)
final class ReliabilityMain implements Callable<Integer> {
    private static final List<String> TRANSPORTS = List.of("tcp", "shm", "mixed");
    private static final int JOINING_MILLIS = 500;

    @Option(
            names = "--kills",
            description = "Number of kills, half of them while joining (default: ${DEFAULT-VALUE}).",
            defaultValue = "100")
    private int kills;

    @Option(
            names = "--restarts",
            description = "Number of jobs with kills that start again by themselves (default: ${DEFAULT-VALUE}).",
            defaultValue = "100")
    private int restarts;

    @Option(names = "--seed", description = "Seed that chooses ranks and moments (default: another one each time).")
    private Long seed;

    @Option(
            names = "--only",
            description = "Run only faults whose names contain this, and do not write the page.",
            defaultValue = "")
    private String only;

    @Option(names = "--page", description = "The page to write.", required = true, hidden = true)
    private Path page;

    @Option(names = "--jdsm", description = "The start script.", required = true, hidden = true)
    private Path jdsm;

    @Option(names = "--programs", description = "The jar with the programs.", required = true, hidden = true)
    private Path programs;

    @Option(names = "--help", usageHelp = true, description = "Print this help.")
    private boolean help;

    private final List<Row> rows = new ArrayList<>();

    public static void main(String[] args) {
        BenchCommand.run(new ReliabilityMain(), args);
    }

    /** Produces one line of the table. */
    private interface Trial {
        Row run() throws IOException, InterruptedException;
    }

    private record Named(String name, Trial trial) {}

    @Override
    public Integer call() throws IOException, InterruptedException, ExecutionException {
        long order = seed == null ? System.nanoTime() & 0xffff : seed;
        Path memory = Path.of("/dev/shm");
        Path base = Files.createTempDirectory(
                Files.isWritable(memory) ? memory : Path.of(System.getProperty("java.io.tmpdir")), "reliability-");
        try {
            Random random = new Random(order);
            Faults faults = new Faults(new Setting(jdsm, programs, base), random);
            for (Named each : onThisHost(faults)) {
                run(each);
            }
            inNamespaces(faults);
            String campaign = "";
            if (kills > 0 && "kills".contains(only)) {
                campaign = new Kills(faults, random, this::tell).run(kills, TRANSPORTS, JOINING_MILLIS);
            }
            if (restarts > 0 && "restarts".contains(only)) {
                campaign += new Restarts(new Setting(jdsm, programs, base), random, this::tellIfWrong).run(restarts);
            }
            write(order, campaign);
        } finally {
            remove(base);
        }
        boolean good = rows.stream().allMatch(Row::good);
        return good ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
    }

    private static List<Named> onThisHost(Faults faults) {
        List<Named> all = new ArrayList<>();
        for (String transport : TRANSPORTS) {
            for (int p : new int[] {2, 4}) {
                all.add(new Named("kill", () -> faults.kill(transport, p)));
                all.add(new Named("kill-joining", () -> faults.killWhileJoining(transport, p, 150)));
                all.add(new Named("stop", () -> faults.stop(transport, p)));
                all.add(new Named("stop-20", () -> faults.stopForAWhile(transport, p, 20)));
                all.add(new Named("stop-all", () -> faults.stopAll(transport, p)));
                for (Attack attack : Attack.values()) {
                    all.add(new Named("attack-" + attack, () -> faults.attack(attack, transport, p)));
                }
                all.add(new Named("heap", () -> faults.littleHeap(transport, p)));
                all.add(new Named("descriptors-later", () -> faults.noMoreDescriptors(transport, p)));
                for (int most : new int[] {16, 20, 24}) {
                    all.add(new Named("descriptors", () -> faults.fewDescriptors(most, transport, p)));
                }
            }
        }
        for (String size : List.of("64k", "1m", "64m")) {
            for (String transport : List.of("shm", "mixed")) {
                all.add(new Named("memory-" + size, () -> faults.littleSharedMemory(size, transport, 4)));
            }
        }
        return all;
    }

    /** Runs trials side by side, because the long ones mostly wait. */
    private void inNamespaces(Faults faults) throws InterruptedException, ExecutionException {
        List<Named> all = new ArrayList<>();
        for (String transport : List.of("tcp", "mixed")) {
            for (int seconds : new int[] {5, 60, 200}) {
                all.add(new Named("link-" + seconds, () -> faults.linkDown(transport, seconds)));
            }
            all.add(new Named("one-way", () -> faults.oneWay(transport)));
            all.add(new Named("slow-link", () -> faults.slowLink(transport)));
        }
        ExecutorService threads = Executors.newFixedThreadPool(3);
        try {
            List<Future<?>> running = new ArrayList<>();
            for (Named each : all) {
                running.add(threads.submit(() -> {
                    run(each);
                    return null;
                }));
            }
            for (Future<?> each : running) {
                each.get();
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private void run(Named each) throws InterruptedException {
        if (!each.name().toLowerCase(Locale.ROOT).contains(only)) {
            return;
        }
        try {
            tell(each.trial().run());
        } catch (IOException e) {
            tell(new Row(each.name(), "", 0, "no trial", 0, String.valueOf(e.getMessage()), false));
        }
    }

    private void tellIfWrong(Row row) {
        if (!row.good()) {
            tell(row);
        }
    }

    private synchronized void tell(Row row) {
        rows.add(row);
        System.err.println(row.markdown());
    }

    private void write(long order, String campaign) throws IOException {
        StringBuilder text = new StringBuilder("""
                # Reliability

                Outcomes of jobs whose ranks, hosts or network fail. `bench/reliability` (as root, because it makes network namespaces)
                causes all of these faults and writes this page. It ends with 1 if a job hangs, leaves a process or a file, blames a
                rank that has not failed, or ends without the right result although it should survive. Such lines are **bold**. Seconds count from
                the fault to the end of the last process; for a job that survives, to the end of the fault (attacks: of joining). The
                program counts under exclusive access between barriers.

                """);
        text.append("Settings: ")
                .append(Environment.now())
                .append(", seed ")
                .append(order)
                .append(".\n\n");
        text.append(
                "| fault | transport | ranks | outcome | seconds | first line with the reason |\n|---|---|---|---|---|---|\n");
        rows.stream()
                .sorted(Comparator.comparing(Row::fault)
                        .thenComparing(Row::transport)
                        .thenComparing(Row::ranks))
                .forEach(row -> text.append(row.markdown()).append('\n'));
        text.append(campaign);
        if (only.isEmpty()) {
            Files.writeString(page, text);
            System.err.println("written: " + page);
        } else {
            System.out.print(text);
        }
    }

    static void remove(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
