package jdsm.node;

import java.io.PrintStream;
import java.util.Arrays;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import jdsm.UsageException;
import jdsm.spi.JobRunner;

/**
 * The main class of a rank's process: {@code java ... jdsm.node.RankMain CLASS ARGS...}; which rank of which job it is, the
 * environment says ({@link jdsm.comm.bootstrap.JobVariables}, {@link jdsm.config.JdsmConfig}).
 */
public final class RankMain implements JobRunner {
    /** Begins a line of standard output that is the job's, not the rank's: record separator, U+001E. */
    public static final char RESULT_MARK = '\u001e';

    /** How long the orderly exit of a failed process may take. */
    static final long HALT_MILLIS = 2000;

    private static volatile boolean begun;

    /** For {@link java.util.ServiceLoader}. */
    public RankMain() {}

    public static void main(String[] args) {
        if (args.length == 0) {
            System.err.println("jdsm: no program: java jdsm.node.RankMain CLASS [ARGS...]");
            System.exit(ExitStatus.USAGE);
        }
        System.exit(run(args[0], Arrays.copyOfRange(args, 1, args.length)));
    }

    /**
     * The name of the class that was named to {@code java} in this process, or null if it cannot be told.
     *
     * @see MainClass
     */
    public static String mainClass() {
        return MainClass.of(command());
    }

    private static String command() {
        return System.getProperty("sun.java.command", "");
    }

    /** Whether this process has begun to be a rank, whatever became of that. */
    public static boolean hasBegun() {
        return begun;
    }

    @Override
    public int run(String[] args) {
        String className = mainClass();
        if (className == null) {
            System.err.println("jdsm: which program to run cannot be told from '" + command() + "'");
            return ExitStatus.USAGE;
        }
        return run(className, args);
    }

    private static int run(String className, String[] args) {
        begun = true;
        int status = runRank(System.getenv(), className, args, System.out, System.err, null);
        if (status != ExitStatus.OK) {
            // Hooks of the program must not keep a failed rank.
            Watch.haltAfter(HALT_MILLIS, () -> status);
        }
        return status;
    }

    /**
     * Runs a rank in this thread; also called through another class loader's copy of this class, so that only types of the
     * platform occur.
     *
     * @param environment what to read in place of the process's environment
     * @param stalls is given what reports if somebody in this rank has waited for so many nanoseconds; null if the rank is this
     *     process, which is looked after, and may be ended, here
     * @return the exit status
     */
    public static int runRank(
            Map<String, String> environment,
            String className,
            String[] args,
            PrintStream out,
            PrintStream err,
            Consumer<LongConsumer> stalls) {
        Rank rank;
        RankSettings settings;
        try {
            settings = RankSettings.from(environment);
            rank = new Rank(settings, out, err, stalls == null);
        } catch (UsageException e) {
            err.println("jdsm: " + e.getMessage());
            return ExitStatus.USAGE;
        }
        if (stalls != null) {
            stalls.accept(rank::lookForStalls);
            return rank.run(className, args);
        }
        try (Watch watch = new Watch(settings, rank::lookForStalls, err)) {
            watch.start();
            return rank.run(className, args);
        }
    }
}
