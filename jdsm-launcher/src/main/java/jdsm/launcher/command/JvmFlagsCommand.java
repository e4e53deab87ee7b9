package jdsm.launcher.command;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import jdsm.launcher.plan.ArgumentFile;
import jdsm.launcher.plan.Host;
import jdsm.launcher.plan.Planner;
import jdsm.launcher.program.Distribution;
import jdsm.launcher.program.ProgramException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code jdsm jvm-flags}: prints the flags that ranks get from the launcher, for ranks that others start. */
@Command(
        name = "jvm-flags",
        description =
                "Prints the flags of ranks' JVMs as an argument file, for ranks that mpirun, srun or the like start.",
        footer = {"", "Example:", "  jdsm jvm-flags -p 16 > flags; srun -n 64 java @flags -cp app.jar LU"},
        sortOptions = false)
final class JvmFlagsCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Option(
            names = {"-p", "--ranks-on-host"},
            paramLabel = "RANKS",
            defaultValue = "1",
            description = "Number of ranks that share a host (default: 1).")
    private int ranks;

    @Option(
            names = "--processors",
            paramLabel = "N",
            description = "Number of processors of a host (default: of this machine).")
    private Integer processors;

    @Option(names = "--jvm-arg", paramLabel = "ARG", description = "An argument for the ranks' JVMs; repeatable.")
    private List<String> jvmArgs = new ArrayList<>();

    @Option(
            names = "--agent",
            negatable = true,
            defaultValue = "true",
            fallbackValue = "true",
            description = "Add the agent (default: yes).")
    private boolean agent;

    @Mixin
    private final HelpOption help = new HelpOption();

    @Override
    public Integer call() {
        int all = processors == null ? Runtime.getRuntime().availableProcessors() : processors;
        if (ranks < 1 || all < 1) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--ranks-on-host and --processors must be at least 1",
                    new IllegalArgumentException());
        }
        try {
            Distribution distribution = Distribution.own();
            Host host = new Host(
                    Path.of("java"),
                    Runtime.version().feature(),
                    all,
                    distribution.libraries(),
                    distribution.agent(),
                    distribution.libraryPath(),
                    Optional.empty());
            ArgumentFile.of(Planner.flagsOfOthers(host, jvmArgs, ranks, agent))
                    .forEach(spec.commandLine().getOut()::println);
            return 0;
        } catch (ProgramException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }
}
