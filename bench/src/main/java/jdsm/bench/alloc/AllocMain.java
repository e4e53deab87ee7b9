package jdsm.bench.alloc;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import jdsm.bench.BenchCommand;
import jdsm.bench.Environment;
import jdsm.bench.Rounds;
import jdsm.bench.jmh.JvmFlags;
import jdsm.comm.memory.HugePages;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Runs each program on each allocator, in rounds and a process each, and writes the page after each round. */
@Command(
        name = "bench/alloc",
        description = "Measures allocators by the programs of the paper LPS, and writes docs/allocator.md.",
        sortOptions = false)
final class AllocMain implements Callable<Integer> {
    @Option(
            names = "--rounds",
            description = "Runs of each program on each allocator (default: ${DEFAULT-VALUE}).",
            defaultValue = "3")
    private int rounds;

    @Option(
            names = "--only",
            paramLabel = "REGEX",
            description = "Only programs whose names contain this, such as 'cky|cube'; prints, and writes no page.")
    private Pattern only;

    @Option(names = "--docs", description = "Where to write the page.", required = true, hidden = true)
    private Path docs;

    @Option(names = "--help", usageHelp = true, description = "Print this help.")
    private boolean help;

    private final Map<Cell, List<Map<String, Double>>> results = new HashMap<>();

    public static void main(String[] args) {
        BenchCommand.run(new AllocMain(), args);
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (rounds < 1) {
            System.err.println("bench/alloc: --rounds must be at least 1");
            return CommandLine.ExitCode.USAGE;
        }
        List<Experiment> experiments = Experiment.all().stream()
                .filter(each -> only == null || only.matcher(each.program()).find())
                .toList();
        if (experiments.isEmpty()) {
            System.err.println("bench/alloc: there is no program whose name contains " + only);
            return CommandLine.ExitCode.USAGE;
        }
        Map<String, Object> environment = Environment.now();
        environment.put("hugePages", HugePages.ofSystem());
        new Rounds(rounds, only == null ? docs.resolve("allocator.md") : null)
                .run(
                        environment,
                        round -> {
                            for (Experiment experiment : experiments) {
                                round(experiment, round);
                                System.err.printf("round %d of %d: %s%n", round, rounds, experiment.program());
                            }
                        },
                        known -> Page.of(known, experiments, results));
        return CommandLine.ExitCode.OK;
    }

    /** Runs a program on all allocators in turn; every second round reverses the order. */
    private void round(Experiment experiment, int round) throws IOException, InterruptedException {
        List<Candidate> candidates = Rounds.order(experiment.candidates(), round);
        for (int parameter : experiment.parameters()) {
            for (Candidate candidate : candidates) {
                Map<String, Double> figures = run(experiment.program(), candidate, parameter);
                results.computeIfAbsent(new Cell(experiment.program(), candidate, parameter), cell -> new ArrayList<>())
                        .add(figures);
            }
        }
    }

    private static Map<String, Double> run(String program, Candidate candidate, int parameter)
            throws IOException, InterruptedException {
        List<String> command =
                new ArrayList<>(List.of(ProcessHandle.current().info().command().orElseThrow()));
        // Netty's buffers are objects: a forest of them needs a large heap.
        String heap = Candidate.BUFFERS.contains(candidate) ? "3g" : "512m";
        command.addAll(List.of("-Xms" + heap, "-Xmx" + heap, "-XX:+UseSerialGC", "-XX:-UsePerfData"));
        command.addAll(List.of("-XX:MaxDirectMemorySize=4g"));
        if (candidate.memory().equals("native")) {
            command.add("-XX:+AlwaysPreTouch"); // then the resident memory grows by what malloc takes
        }
        command.addAll(JvmFlags.withoutWarnings());
        command.addAll(List.of(
                "-Djdsm.bench.alloc.foreign=" + candidate.foreign(),
                "-cp",
                System.getProperty("java.class.path"),
                AllocRun.class.getName(),
                program,
                candidate.memory(),
                Integer.toString(parameter)));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        if (candidate.preload() != null) {
            command.add(1, "-Djdsm.bench.alloc.library=" + candidate.preload());
            builder.environment().put("LD_PRELOAD", candidate.preload().toString());
        }
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (!process.waitFor(1, TimeUnit.MINUTES) || process.exitValue() != 0) {
            throw new IOException(program + " on " + candidate.title() + " failed: " + output);
        }
        Map<String, Double> figures = new HashMap<>();
        output.lines().filter(line -> line.startsWith("figure\t")).forEach(line -> {
            String[] parts = line.split("\t");
            figures.put(parts[1], Double.valueOf(parts[2]));
        });
        return figures;
    }
}
