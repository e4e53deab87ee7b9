package jdsm.bench.patterns;

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
import picocli.CommandLine.Parameters;

/** Runs each program in each setting, in rounds, and writes the page after each round. */
@Command(
        name = "bench/patterns",
        description = "Measures programs that are written for threads, and writes docs/patterns.md.",
        sortOptions = false)
final class PatternsMain implements Callable<Integer> {
    @Option(
            names = "--rounds",
            description = "Runs of each program in each setting (default: ${DEFAULT-VALUE}).",
            defaultValue = "5")
    private int rounds;

    @Option(names = "--reps", description = "Repetitions in each run (default: ${DEFAULT-VALUE}).", defaultValue = "8")
    private int reps;

    @Option(
            names = "--only",
            paramLabel = "REGEX",
            description = "Only programs whose names contain this, such as 'Life|Tsp'; prints, and writes no page.")
    private Pattern only;

    @Parameters(
            paramLabel = "PROGRAM",
            description = "In place of the list: programs with their arguments, such as 'LU -n 1024'; prints.")
    private List<String> programs = new ArrayList<>();

    @Option(names = "--docs", description = "Where to write the page.", required = true, hidden = true)
    private Path docs;

    @Option(names = "--jdsm", description = "The start script.", required = true, hidden = true)
    private Path jdsm;

    @Option(names = "--help", usageHelp = true, description = "Print this help.")
    private boolean help;

    public static void main(String[] args) {
        BenchCommand.run(new PatternsMain(), args);
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (rounds < 1 || reps < 1) {
            System.err.println("bench/patterns: --rounds and --reps must be at least 1");
            return CommandLine.ExitCode.USAGE;
        }
        List<Subject> subjects = (programs.isEmpty() ? Subject.ALL : programs)
                .stream()
                        .filter(program -> only == null || only.matcher(program).find())
                        .map(program -> new Subject(program, reps))
                        .toList();
        if (subjects.isEmpty()) {
            System.err.println("bench/patterns: there is no program whose name contains " + only);
            return CommandLine.ExitCode.USAGE;
        }
        for (Subject subject : subjects) {
            subject.run(jdsm, Setting.SHM); // uncounted: the first launch prepares class data and weaves
            subject.clear();
        }
        Map<String, Object> environment = Environment.now();
        environment.put("repetitions", reps);
        Path file = only == null && programs.isEmpty() ? docs.resolve("patterns.md") : null;
        new Rounds(rounds, file)
                .run(
                        environment,
                        round -> {
                            for (Subject subject : subjects) {
                                round(subject, round);
                            }
                        },
                        known -> Page.of(known, subjects));
        return CommandLine.ExitCode.OK;
    }

    /** Runs a program in all settings; every second round reverses the order. */
    private void round(Subject subject, int round) throws IOException, InterruptedException {
        for (Setting setting : Rounds.order(List.of(Setting.values()), round)) {
            subject.run(jdsm, setting);
        }
        System.err.printf("round %d of %d: %s%n", round, rounds, subject.command());
    }
}
