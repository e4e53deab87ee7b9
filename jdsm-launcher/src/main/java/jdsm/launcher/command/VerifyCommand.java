package jdsm.launcher.command;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import jdsm.Protocol;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code jdsm verify-protocol}: runs the simulator over a range of seeds, or describes the run of one seed. */
@Command(
        name = "verify-protocol",
        description = "Runs the coherence protocols in a simulator, under many schedules.",
        footer = {
            "",
            "Each seed stands for a small program without data races and a schedule of all steps of the ranks.",
            "Exit status: 0 if every read returned a correct value; 1 if one did not; 2 for wrong usage."
        },
        sortOptions = false)
final class VerifyCommand implements Callable<Integer> {
    static final String MIXED = "mixed";
    private static final long DEFAULT_SCHEDULES = 100_000;

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--consistency",
            paramLabel = "NAME",
            description =
                    "The coherence protocol, or 'mixed' for a protocol of its own for each unit (default: all in turn, and mixed).")
    private String consistency;

    @Option(names = "--seed", paramLabel = "N", description = "The first seed (default: 0).")
    private String seed;

    @Option(names = "--schedules", paramLabel = "N", description = "Number of seeds (default: 100000).")
    private String schedules;

    @Option(names = "--threads", paramLabel = "N", description = "Number of threads (default: one for each processor).")
    private String threads;

    @Option(
            names = "--explain",
            description = "Describe the run of the first seed step by step, and run no other seed.")
    private boolean explain;

    @Option(
            names = "--fault",
            paramLabel = "NAME",
            description = "Build a fault into the runtime, which the simulator must then find.")
    private String fault;

    @Mixin
    private final HelpOption help = new HelpOption();

    @Override
    public Integer call() {
        long first = number("--seed", seed, 0, Long.MAX_VALUE / 2, 0);
        long count = number("--schedules", schedules, 1, Long.MAX_VALUE / 2, DEFAULT_SCHEDULES);
        int workers =
                (int) number("--threads", threads, 1, 1024, Runtime.getRuntime().availableProcessors());
        if (explain && (schedules != null || threads != null)) {
            throw wrong("--explain runs one schedule: remove --schedules and --threads");
        }
        VerifyRun run = newRun();
        int status = 0;
        for (Optional<Protocol> protocol : protocols()) {
            boolean right = explain ? run.explain(protocol, first) : run.run(protocol, first, count, workers);
            status = right ? status : 1;
        }
        return status;
    }

    private VerifyRun newRun() {
        try {
            return new VerifyRun(spec.commandLine().getOut(), fault);
        } catch (IllegalArgumentException e) {
            throw wrong(e.getMessage());
        }
    }

    private List<Optional<Protocol>> protocols() {
        if (consistency == null) {
            List<Optional<Protocol>> all = new ArrayList<>();
            Arrays.stream(Protocol.values()).map(Optional::of).forEach(all::add);
            all.add(Optional.empty());
            return all;
        }
        if (consistency.equals(MIXED)) {
            return List.of(Optional.empty());
        }
        if (!Protocol.labels().contains(consistency)) {
            throw wrong("unknown consistency '" + consistency + "'; known: " + String.join(", ", Protocol.labels())
                    + ", " + MIXED);
        }
        return List.of(Optional.of(Protocol.labelled(consistency)));
    }

    private long number(String option, String text, long least, long most, long otherwise) {
        if (text == null) {
            return otherwise;
        }
        long number;
        try {
            number = Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw wrong(option + " must be a whole number, was '" + text + "'");
        }
        if (number < least || number > most) {
            throw wrong(option + " must be " + least + " to " + most + ", was " + number);
        }
        return number;
    }

    private ParameterException wrong(String message) {
        return new ParameterException(spec.commandLine(), message, new IllegalArgumentException(message));
    }
}
