package jdsm.launcher.command;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code jdsm launch}: runs a job. */
@Command(
        name = "launch",
        description = "Runs CLASS, a subclass of jdsm.SPMD, on several ranks.",
        footer = {
            "",
            "The value of a missing option comes from its variable (JDSM_RANKS, JDSM_THREADS, JDSM_COMM, ...), else"
                    + " from FILE.",
            "The launcher looks for CLASS on the class path, then among the examples. All arguments after CLASS belong to"
                    + " the program.",
            "Exit status: 0 if all ranks ended with 0; 2 for wrong usage; 124 if the time limit was reached; else the"
                    + " status of the first failed rank, or 1 if a signal killed it. With --check 65 for a data race, 66 for"
                    + " an access that JDSM had not checked."
        },
        sortOptions = false)
final class LaunchCommand extends JobCommand {
    @Parameters(index = "0", paramLabel = "CLASS", description = "The SPMD class, or an example's simple name.")
    private String className;

    @Parameters(index = "1..*", paramLabel = "ARGS", description = "The program's arguments.")
    private List<String> args = new ArrayList<>();

    @Override
    public Integer call() {
        return run(className, args, Map.of());
    }
}
