package jdsm.bench.wire;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import jdsm.bench.BenchCommand;
import jdsm.bench.Environment;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures LU with a rank a host of a {@link Network}, and writes {@code wire.txt} and {@code wire.json} after each round. */
@Command(
        name = "bench/wire",
        description = "Measures JDSM over a network of known bandwidth between hosts.",
        sortOptions = false)
final class WireMain implements Callable<Integer> {
    private static final long TRANSFER_BYTES = 128 << 20;
    /**
     * Factorisations before the measured ones: at first all code is interpreted, and the ranks have learnt no access
     * patterns.
     */
    private static final int WARM_UP = 4;

    @Option(names = "--rounds", description = "Number of rounds (default: ${DEFAULT-VALUE}).", defaultValue = "5")
    private int rounds;

    @Option(
            names = "--reps",
            description = "Number of measured factorisations in a job (default: ${DEFAULT-VALUE}).",
            defaultValue = "4")
    private int repetitions;

    @Option(names = "-n", description = "Order of the matrix (default: ${DEFAULT-VALUE}).", defaultValue = "2048")
    private int n;

    @Option(
            names = {"-b", "--block"},
            description = "Order of a block (default: ${DEFAULT-VALUE}).",
            defaultValue = "64")
    private int block;

    @Option(names = "--ranks", description = "Number of hosts (default: ${DEFAULT-VALUE}).", defaultValue = "4")
    private int ranks;

    @Option(
            names = "--rate",
            paramLabel = "MBIT",
            description = "Bandwidth of each link in each direction, in Mbit/s (default: ${DEFAULT-VALUE}).",
            defaultValue = "1000")
    private int megabitsPerSecond;

    @Option(
            names = "--consistency",
            split = ",",
            paramLabel = "NAME",
            description = "Protocols; the bars apply to the first (default: ${DEFAULT-VALUE}).",
            defaultValue = "lazy-release,auto,write-update")
    private List<String> protocols;

    @Option(names = "--output", description = "Directory for the results.", required = true, hidden = true)
    private Path output;

    @Option(names = "--jdsm", description = "The start script.", required = true, hidden = true)
    private Path jdsm;

    @Option(names = "--help", usageHelp = true, description = "Print this help.")
    private boolean help;

    private Programs programs;

    public static void main(String[] args) {
        BenchCommand.run(new WireMain(), args);
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (rounds < 1 || repetitions < 1 || n < 1 || block < 1 || megabitsPerSecond < 1) {
            System.err.println("bench/wire: --rounds, --reps, -n, --block and --rate must be at least 1");
            return CommandLine.ExitCode.USAGE;
        }
        if (ranks < 2 || ranks > 200) {
            System.err.println("bench/wire: --ranks must be 2 to 200");
            return CommandLine.ExitCode.USAGE;
        }
        programs = new Programs(jdsm, List.of("-n", "" + n, "--block", "" + block), ranks);
        Rounds all = new Rounds(new LuBlocks(n, block, ranks), megabitsPerSecond);
        Map<String, Object> environment = Environment.now();
        try (Network network = Network.of(ranks, megabitsPerSecond)) {
            double rate = programs.transfer(network, 1, TRANSFER_BYTES);
            environment.put("bareTransferMegabits", Math.round(rate));
            System.err.printf(Locale.ROOT, "a bare transfer: %.0f Mbit/s%n", rate);
            for (int round = 1; round <= rounds; round++) {
                all.add(round(network, round));
                environment.put("rounds", round);
                environment.put("loadAtEnd", Environment.load());
                write(new WireReport(environment, all));
            }
        }
        System.out.print(new WireReport(environment, all).text());
        return 0;
    }

    private Rounds.Round round(Network network, int round) throws IOException, InterruptedException {
        double compute = best(programs.plainThreads(WARM_UP + repetitions)).seconds();
        tell(round, "plain threads", compute);
        Map<String, Measured> measured = new LinkedHashMap<>();
        for (String protocol : protocols) {
            measured.put(protocol, measure(network, protocol));
            tell(round, protocol + " over the network", measured.get(protocol).seconds());
        }
        Map<String, Double> sameHost = new LinkedHashMap<>();
        for (String transport : List.of("tcp", "shm")) {
            double seconds = best(programs.onThisHost(transport, protocols.get(0), WARM_UP + repetitions))
                    .seconds();
            sameHost.put(transport, seconds);
            tell(round, protocols.get(0) + " on this host over " + transport, seconds);
        }
        return new Rounds.Round(compute, sameHost, measured);
    }

    private void tell(int round, String what, double seconds) {
        System.err.printf(Locale.ROOT, "round %d of %d: %s: %.3f s%n", round, rounds, what, seconds);
    }

    /** Measures two jobs of different lengths: the difference of their traffic is that of the last factorisations. */
    private Measured measure(Network network, String protocol) throws IOException, InterruptedException {
        List<Traffic> before = traffic(network);
        programs.overNetwork(network, protocol, WARM_UP);
        List<Traffic> between = traffic(network);
        List<Statistics.Repetition> all = programs.overNetwork(network, protocol, WARM_UP + repetitions);
        List<Traffic> after = traffic(network);
        Measured.Link[] links = new Measured.Link[ranks];
        for (int rank = 0; rank < ranks; rank++) {
            Traffic shorter = between.get(rank).minus(before.get(rank));
            links[rank] =
                    Measured.Link.of(after.get(rank).minus(between.get(rank)).minus(shorter), repetitions);
        }
        Statistics.Repetition best = best(all);
        return new Measured(
                protocol,
                best.seconds(),
                all.get(0).seconds(),
                best.barrierSeconds(),
                best.waitSeconds(),
                best.payloadBytes(),
                best.messages(),
                links);
    }

    private List<Traffic> traffic(Network network) throws IOException {
        List<Traffic> all = new ArrayList<>();
        for (int rank = 0; rank < ranks; rank++) {
            all.add(network.traffic(rank));
        }
        return all;
    }

    /** The quickest of the measured factorisations; slower ones show disturbances. */
    private static Statistics.Repetition best(List<Statistics.Repetition> all) {
        return all.subList(WARM_UP, all.size()).stream()
                .min(Comparator.comparingDouble(Statistics.Repetition::seconds))
                .orElseThrow();
    }

    /** Writes after each round, so that an interrupted run keeps its results. */
    private void write(WireReport report) throws IOException {
        Files.createDirectories(output);
        try (Writer json = Files.newBufferedWriter(output.resolve("wire.json"))) {
            report.json(json);
        }
        Files.writeString(output.resolve("wire.txt"), report.text());
    }
}
