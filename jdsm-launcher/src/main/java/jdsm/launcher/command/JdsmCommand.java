package jdsm.launcher.command;

import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** {@code jdsm}: the command with all other commands below it. */
@Command(
        name = "jdsm",
        versionProvider = Version.class,
        description = "Runs Java programs on a distributed shared memory.",
        subcommands = {
            LaunchCommand.class,
            ProfileCommand.class,
            ExplainCommand.class,
            MemoryCommand.class,
            MemoryServerCommand.class,
            VerifyCommand.class,
            ClassDataCommand.class,
            DoctorCommand.class,
            JvmFlagsCommand.class
        },
        sortOptions = false)
public final class JdsmCommand implements Callable<Integer> {
    /** Exit status for wrong usage. */
    static final int USAGE = 2;

    @Spec
    private CommandSpec spec;

    @Mixin
    private final HelpOption help = new HelpOption();

    @Option(
            names = {"-V", "--version"},
            versionHelp = true,
            description = "Print the version.")
    private boolean version;

    private JdsmCommand() {}

    /** The command line, ready to execute. Not thread-safe. */
    public static CommandLine commandLine() {
        return new CommandLine(new JdsmCommand())
                .setStopAtPositional(true)
                .setExpandAtFiles(false)
                .setUsageHelpAutoWidth(true)
                .setParameterExceptionHandler((failure, args) -> oneLine(failure))
                .setExecutionExceptionHandler((failure, command, result) -> internal(failure, command));
    }

    @Override
    public Integer call() {
        spec.commandLine().usage(spec.commandLine().getErr());
        return USAGE;
    }

    private static int oneLine(ParameterException failure) {
        failure.getCommandLine().getErr().println("jdsm: " + message(failure));
        return USAGE;
    }

    private static String message(ParameterException failure) {
        if (failure instanceof UnmatchedArgumentException unmatched && !unmatched.isUnknownOption()) {
            return "unknown command '" + unmatched.getUnmatched().get(0) + "'; see jdsm --help";
        }
        String message = failure.getMessage().lines().findFirst().orElse("wrong usage");
        // Our messages start with the name of the wrong argument, Picocli's with a capital letter.
        boolean fromPicocli = failure.getCause() == null;
        return fromPicocli ? message.substring(0, 1).toLowerCase(Locale.ROOT) + message.substring(1) : message;
    }

    private static int internal(Exception failure, CommandLine command) {
        command.getErr().println("jdsm: internal error, please report it");
        failure.printStackTrace(command.getErr());
        return 1;
    }
}
