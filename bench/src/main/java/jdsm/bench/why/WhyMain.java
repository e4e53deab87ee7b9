package jdsm.bench.why;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import jdsm.bench.BenchCommand;
import jdsm.bench.Environment;
import jdsm.bench.Rounds;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Runs each mechanism's loads with and without it, in rounds, and writes the page after each round. */
@Command(
        name = "bench/why",
        description = "Measures what each mechanism that exists for its speed brings, and writes docs/why.md.",
        sortOptions = false)
final class WhyMain implements Callable<Integer> {
    @Option(names = "--rounds", description = "Runs with and without (default: ${DEFAULT-VALUE}).", defaultValue = "7")
    private int rounds;

    @Option(
            names = "--only",
            paramLabel = "REGEX",
            description =
                    "Only mechanisms whose title contains this, such as 'cache|data'; prints, and writes no page.")
    private Pattern only;

    @Option(
            names = "--jdk",
            paramLabel = "DIR",
            description = "The home of a JDK to measure on; may be given again (default: the JDK that runs this).")
    private List<Path> jdks = new ArrayList<>();

    @Option(names = "--docs", description = "Where to write the page.", required = true, hidden = true)
    private Path docs;

    @Option(names = "--jdsm", description = "The start script.", required = true, hidden = true)
    private Path jdsm;

    @Option(names = "--help", usageHelp = true, description = "Print this help.")
    private boolean help;

    public static void main(String[] args) {
        BenchCommand.run(new WhyMain(), args);
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (rounds < 1) {
            System.err.println("bench/why: --rounds must be at least 1");
            return CommandLine.ExitCode.USAGE;
        }
        List<Trial> trials = trials();
        if (trials.isEmpty()) {
            System.err.println("bench/why: there is no mechanism whose title contains " + only);
            return CommandLine.ExitCode.USAGE;
        }
        for (Trial trial : trials) {
            trial.prepare(jdsm);
        }
        Map<String, Object> environment = Environment.now();
        new Rounds(rounds, only == null ? docs.resolve("why.md") : null)
                .run(
                        environment,
                        round -> {
                            for (Trial trial : trials) {
                                trial.round(jdsm, round);
                                System.err.printf(
                                        "round %d: %s, %s%n",
                                        round,
                                        trial.mechanism().title(),
                                        trial.load().name());
                            }
                        },
                        known -> Page.of(known, trials));
        return CommandLine.ExitCode.OK;
    }

    private List<Trial> trials() {
        List<Path> homes = jdks.isEmpty() ? List.of(Path.of(System.getProperty("java.home"))) : jdks;
        List<Trial> trials = new ArrayList<>();
        for (Mechanism mechanism : Mechanism.values()) {
            if (only == null || only.matcher(mechanism.title()).find()) {
                for (Path jdk : homes) {
                    mechanism.loads().forEach(load -> trials.add(new Trial(mechanism, load, jdk)));
                }
            }
        }
        return trials;
    }
}
