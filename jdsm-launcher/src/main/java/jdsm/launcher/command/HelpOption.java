package jdsm.launcher.command;

import picocli.CommandLine.Option;

/** The option {@code --help}, common to all commands. */
final class HelpOption {
    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Print this help.")
    private boolean help;
}
