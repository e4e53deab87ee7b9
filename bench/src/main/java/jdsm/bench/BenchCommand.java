package jdsm.bench;

import java.util.concurrent.Callable;
import picocli.CommandLine;

/** Runs the command of one of the benchmarks' scripts as all that this process is for. */
public final class BenchCommand {
    private BenchCommand() {}

    /**
     * Ends this process with the command's exit status; a failure is told by its message alone. However this process ends: what it
     * has started ends, too.
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
