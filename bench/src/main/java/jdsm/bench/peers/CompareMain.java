package jdsm.bench.peers;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import jdsm.bench.BenchCommand;
import jdsm.bench.Environment;
import jdsm.bench.Rounds;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Runs JDSM, plain threads, PCJ and MPI on the same work in rounds, and writes the page and its plots after each round.
 */
@Command(
        name = "bench/compare",
        description = "Measures JDSM beside its peers, and writes docs/benchmarks.md.",
        sortOptions = false)
final class CompareMain implements Callable<Integer> {
    @Option(
            names = "--rounds",
            description = "Number of runs of each peer (default: ${DEFAULT-VALUE}).",
            defaultValue = "11")
    private int rounds;

    @Option(
            names = "--only",
            paramLabel = "REGEX",
            description = "Run only workloads whose names match this, such as 'barrier' or 'LU|SOR'; writes no page.",
            defaultValue = "")
    private Pattern only;

    @Option(names = "--docs", description = "Directory of the page.", required = true, hidden = true)
    private Path docs;

    @Option(names = "--output", description = "Directory for all figures.", required = true, hidden = true)
    private Path output;

    @Option(names = "--jdsm", description = "The start script.", required = true, hidden = true)
    private Path jdsm;

    @Option(names = "--programs", description = "The class path of the programs.", required = true, hidden = true)
    private String programs;

    @Option(names = "--mpi", description = "Directory of the C programs.", hidden = true)
    private Path mpi;

    @Option(names = "--help", usageHelp = true, description = "Print this help.")
    private boolean help;

    private final Map<Peer, List<String>> chosen = new HashMap<>();

    public static void main(String[] args) {
        BenchCommand.run(new CompareMain(), args);
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (rounds < 1) {
            System.err.println("bench/compare: --rounds must be at least 1");
            return CommandLine.ExitCode.USAGE;
        }
        List<Comparison> comparisons = new Workloads(new Commands(jdsm, programs, mpi))
                .all().stream()
                        .filter(workload -> only.matcher(workload.name()).find())
                        .map(Comparison::new)
                        .toList();
        if (comparisons.isEmpty()) {
            System.err.println("bench/compare: there is no workload whose name contains " + only);
            return CommandLine.ExitCode.USAGE;
        }
        Map<String, Object> environment = Environment.now();
        environment.put("MPI", mpi == null ? "not installed" : "installed");
        for (int round = 1; round <= rounds; round++) {
            for (Comparison comparison : comparisons) {
                run(comparison, round);
            }
            environment.put("rounds", round);
            environment.put("loadAtEnd", Environment.load());
            write(environment, comparisons);
        }
        return 0;
    }

    /** Runs all peers; every second round reverses the order. */
    private void run(Comparison comparison, int round) throws IOException, InterruptedException {
        for (Peer peer : Rounds.order(comparison.workload().peers(), round)) {
            double figure = Runs.run(variant(comparison.workload(), peer), peer.result(), peer.patience());
            comparison.add(peer, figure);
            System.err.printf(
                    Locale.ROOT,
                    "round %d of %d: %s: %s: %.4g %s%n",
                    round,
                    rounds,
                    comparison.workload().name(),
                    peer.name(),
                    figure,
                    comparison.workload().unit());
        }
    }

    private List<String> variant(Workload workload, Peer peer) throws IOException, InterruptedException {
        if (peer.variants().size() == 1) {
            return peer.variants().get(0);
        }
        if (!chosen.containsKey(peer)) {
            double best = Double.POSITIVE_INFINITY;
            for (List<String> candidate : peer.variants()) {
                double figure = Runs.run(candidate, peer.result(), peer.patience()) * (workload.isRate() ? -1 : 1);
                if (figure < best) {
                    best = figure;
                    chosen.put(peer, candidate);
                }
            }
        }
        return chosen.get(peer);
    }

    /** Writes after each round, so that an interrupted run keeps its results. */
    private void write(Map<String, Object> environment, List<Comparison> comparisons) throws IOException {
        Files.createDirectories(output);
        try (Writer json = Files.newBufferedWriter(output.resolve("compare.json"))) {
            Values.write(json, environment, comparisons);
        }
        boolean all = only.pattern().isEmpty();
        Path page = all ? docs : output;
        Path plots = page.resolve("benchmarks");
        Files.createDirectories(plots);
        for (Comparison comparison : comparisons) {
            Plot.write(comparison, plots.resolve(Page.file(comparison.workload())));
        }
        Files.writeString(page.resolve("benchmarks.md"), Page.of(environment, comparisons, "benchmarks"));
    }
}
