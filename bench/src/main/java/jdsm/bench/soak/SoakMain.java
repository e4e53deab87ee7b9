package jdsm.bench.soak;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import jdsm.bench.BenchCommand;
import jdsm.bench.Environment;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Runs all examples for a while, and reports everything that has grown or was left behind. */
@Command(
        name = "bench/soak",
        description = "Runs all examples over all transports for a while; ends with 1 if anything grows or fails.",
        sortOptions = false)
final class SoakMain implements Callable<Integer> {
    @Option(
            names = "--minutes",
            description = "Length of the run in minutes (default: ${DEFAULT-VALUE}).",
            defaultValue = "60")
    private double minutes;

    @Option(names = "--seed", description = "Seed of the order of jobs (default: another one each time).")
    private Long seed;

    @Option(names = "--output", description = "Directory for the results.", required = true, hidden = true)
    private Path output;

    @Option(names = "--jdsm", description = "The start script.", required = true, hidden = true)
    private Path jdsm;

    @Option(names = "--programs", description = "The jar with the programs.", required = true, hidden = true)
    private Path programs;

    @Option(names = "--help", usageHelp = true, description = "Print this help.")
    private boolean help;

    public static void main(String[] args) {
        BenchCommand.run(new SoakMain(), args);
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (!(minutes > 0)) {
            System.err.println("bench/soak: --minutes must be more than 0");
            return CommandLine.ExitCode.USAGE;
        }
        long order = seed == null ? System.nanoTime() & 0xffff : seed;
        Map<String, Object> environment = Environment.now();
        environment.put("seed", order);
        environment.put("minutes", minutes);
        Ledger ledger = new Ledger();
        try (Places places = Places.make()) {
            places.removeAtExit();
            Soak soak = new Soak(
                    new Launcher(jdsm, programs, places), places, output.resolve("soak"), ledger, new Random(order));
            soak.run(Duration.ofMillis((long) (minutes * 60_000)), turns -> {
                environment.put("turns", turns);
                write(environment, ledger);
                System.err.printf(
                        "turn %d: %d jobs and rounds, %d failures%n",
                        turns,
                        ledger.done().values().stream()
                                .mapToInt(Integer::intValue)
                                .sum(),
                        ledger.failures().size());
            });
        }
        environment.put("loadAtEnd", Environment.load());
        write(environment, ledger);
        System.out.print(SoakReport.table(environment, ledger));
        return ledger.isGood() ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
    }

    /** Writes after each turn, so that an interrupted run keeps its results. */
    private void write(Map<String, Object> environment, Ledger ledger) {
        try {
            SoakReport.write(output, environment, ledger);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
