package jdsm.examples;

import jdsm.UsageException;
import picocli.CommandLine;

/** Reads a program's arguments into an object with Picocli's annotations. */
final class Options {
    private Options() {}

    /** @throws UsageException if an argument is unknown or malformed */
    static <T> T parse(T options, String program, String[] args) {
        try {
            new CommandLine(options).parseArgs(args);
        } catch (CommandLine.ParameterException e) {
            throw new UsageException(
                    program + ": " + e.getMessage().lines().findFirst().orElse("wrong arguments"));
        }
        return options;
    }
}
