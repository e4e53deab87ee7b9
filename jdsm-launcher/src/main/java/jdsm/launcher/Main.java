package jdsm.launcher;

import jdsm.launcher.command.JdsmCommand;

/** Where the launcher's JVM begins. */
public final class Main {
    private Main() {}

    /** Executes the command line, and ends this JVM with its exit status. */
    public static void main(String[] args) {
        System.exit(JdsmCommand.commandLine().execute(args));
    }
}
