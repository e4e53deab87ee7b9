package jdsm.bench;

import java.util.concurrent.Callable;
import picocli.CommandLine;

/** Runs a command-line command as the only work of this process. */
public final class BenchCommand {
    private BenchCommand() {}

    /**
     * Ends this process with the command's exit status. Prints only the message of a failure. All processes that this
     * one has started end with it, however it ends.
     */
    public static void run(Callable<Integer> command, String[] args) {
        Runtime.getRuntime()
                .addShutdownHook(new Thread(
                        () -> ProcessHandle.current().descendants().forEach(ProcessHandle::destroy),
                        "end-descendants"));
        CommandLine line = new CommandLine(command);
        line.setExecutionExceptionHandler((failure, parsed, result) -> {
            System.err.println(parsed.getCommandName() + ": " + failure.getMessage());
            return CommandLine.ExitCode.SOFTWARE;
        });
        System.exit(line.execute(args));
    }
}
