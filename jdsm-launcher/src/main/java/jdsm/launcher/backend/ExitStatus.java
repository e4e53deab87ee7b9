package jdsm.launcher.backend;

import java.util.Map;

/**
 * How a process ended, as POSIX shells count it: 128 + n for signal n.
 *
 * @param value 0 to 255
 */
public record ExitStatus(int value) {
    /** A rank found wrong usage, and has said so in one line. */
    static final ExitStatus USAGE = new ExitStatus(2);

    /** A rank ended because it saw another rank fail. */
    static final ExitStatus PEER_FAILED = new ExitStatus(70);

    /** A rank reached the job's time limit; {@code timeout(1)} uses the same status. */
    static final ExitStatus TIME_OVER = new ExitStatus(124);

    private static final int FIRST_SIGNAL = 128;
    private static final int LAST_SIGNAL = FIRST_SIGNAL + 64;
    private static final int LARGEST_OWN = 125;

    private static final Map<Integer, String> SIGNAL_NAMES = Map.ofEntries(
            Map.entry(1, "SIGHUP"),
            Map.entry(2, "SIGINT"),
            Map.entry(3, "SIGQUIT"),
            Map.entry(4, "SIGILL"),
            Map.entry(5, "SIGTRAP"),
            Map.entry(6, "SIGABRT"),
            Map.entry(7, "SIGBUS"),
            Map.entry(8, "SIGFPE"),
            Map.entry(9, "SIGKILL"),
            Map.entry(11, "SIGSEGV"),
            Map.entry(13, "SIGPIPE"),
            Map.entry(14, "SIGALRM"),
            Map.entry(15, "SIGTERM"));

    /** Whether the process ended with 0. */
    public boolean isSuccess() {
        return value == 0;
    }

    /** Whether a signal ended the process, for instance because it crashed. */
    boolean isSignal() {
        return value > FIRST_SIGNAL && value <= LAST_SIGNAL;
    }

    /** The launcher's exit status if this is the status of the failed rank. Never a status that stands for a signal. */
    int ofJob() {
        return value <= LARGEST_OWN ? value : 1;
    }

    /** For instance {@code was killed by signal 9 (SIGKILL), exit status 137}. */
    String description() {
        if (!isSignal()) {
            return "ended with exit status " + value;
        }
        int signal = value - FIRST_SIGNAL;
        String name = SIGNAL_NAMES.get(signal);
        return "was killed by signal " + signal + (name == null ? "" : " (" + name + ")") + ", exit status " + value;
    }
}
