package jdsm.bench.placement;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import jdsm.bench.BenchCommand;
import jdsm.bench.Environment;
import jdsm.bench.Rounds;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Runs each program in each setting, in rounds, and writes the page after each round. */
@Command(
        name = "bench/placement",
        description = "Measures orders of fetching with whole and with split classes, and writes docs/placement.md.",
        sortOptions = false)
final class PlacementMain implements Callable<Integer> {
    @Option(
            names = "--rounds",
            description = "Runs of each program in each setting (default: ${DEFAULT-VALUE}).",
            defaultValue = "3")
    private int rounds;

    @Option(
            names = {"-p", "--ranks"},
            description = "Ranks of each job (default: ${DEFAULT-VALUE}).",
            defaultValue = "2")
    private int ranks;

    @Option(names = "--comm", description = "The transport (default: ${DEFAULT-VALUE}).", defaultValue = "shm")
    private String comm;

    @Parameters(
            paramLabel = "PROGRAM",
            description = "In place of the list: programs with their arguments, such as 'CountedTree -n 100000'; prints"
                    + " the page.")
    private List<String> programs = new ArrayList<>();

    @Option(names = "--docs", description = "Where to write the page.", required = true, hidden = true)
    private Path docs;

    @Option(names = "--jdsm", description = "The start script.", required = true, hidden = true)
    private Path jdsm;

    @Option(names = "--help", usageHelp = true, description = "Print this help.")
    private boolean help;

    public static void main(String[] args) {
        BenchCommand.run(new PlacementMain(), args);
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (rounds < 1 || ranks < 2) {
            System.err.println("bench/placement: --rounds must be at least 1, and --ranks at least 2");
            return CommandLine.ExitCode.USAGE;
        }
        Path profiles = Files.createTempDirectory("jdsm-placement");
        try {
            measure(new Subject.Jobs(jdsm, ranks, comm), profiles);
        } finally {
            for (int i = 0; i < programs().size(); i++) {
                Files.deleteIfExists(profile(profiles, i));
            }
            Files.delete(profiles);
        }
        return CommandLine.ExitCode.OK;
    }

    private List<Program> programs() {
        return programs.isEmpty()
                ? Program.ALL
                : programs.stream().map(Program::of).toList();
    }

    private static Path profile(Path profiles, int program) {
        return profiles.resolve(program + ".json");
    }

    private void measure(Subject.Jobs jobs, Path profiles) throws IOException, InterruptedException {
        List<Subject> subjects = new ArrayList<>();
        for (Program program : programs()) {
            Subject subject = new Subject(program, profile(profiles, subjects.size()));
            subjects.add(subject);
            subject.profile(jobs);
            subject.run(jobs, new Setting(false, "learnt")); // uncounted: weaves, and prepares class data
            subject.run(jobs, new Setting(true, "learnt"));
            subject.clear();
        }
        Map<String, Object> environment = Environment.now();
        environment.put("ranks", ranks);
        environment.put("transport", comm);
        new Rounds(rounds, programs.isEmpty() ? docs.resolve("placement.md") : null)
                .run(
                        environment,
                        round -> {
                            for (Subject subject : subjects) {
                                round(subject, jobs, round);
                            }
                        },
                        known -> Page.of(known, subjects));
    }

    private void round(Subject subject, Subject.Jobs jobs, int round) throws IOException, InterruptedException {
        for (Setting setting : Rounds.order(Setting.all(), round)) {
            subject.run(jobs, setting);
        }
        System.err.printf(
                "round %d of %d: %s%n", round, rounds, subject.program().command());
    }
}
