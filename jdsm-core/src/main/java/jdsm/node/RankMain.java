package jdsm.node;

import java.io.PrintStream;
import java.util.Arrays;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import jdsm.UsageException;
import jdsm.comm.spi.LastResort;
import jdsm.spi.JobRunner;

/**
 * The main class of a rank's process: {@code java ... jdsm.node.RankMain CLASS ARGS...}. The environment gives the rank
 * and the job ({@link jdsm.comm.bootstrap.JobVariables}, {@link jdsm.config.JdsmConfig}).
 */
public final class RankMain implements JobRunner {
    /** Marks a line of output as the job's, not the rank's: its first character is the record separator, U+001E. */
    public static final char RESULT_MARK = '\u001e';

    /** The longest time for the orderly exit of a failed process, in milliseconds. */
    static final long HALT_MILLIS = 2000;

    private static final String RUN = "to run a program from another class, call Jdsm.run(ranks, Program.class, args)";

    private static volatile boolean begun;

    /** Makes the runner that {@link java.util.ServiceLoader} finds. */
    public RankMain() {}

    public static void main(String[] args) {
        if (args.length == 0) {
            System.err.println("jdsm: no program: java jdsm.node.RankMain CLASS [ARGS...]");
            System.exit(ExitStatus.USAGE);
        }
        System.exit(run(args[0], Arrays.copyOfRange(args, 1, args.length)));
    }

    /**
     * The name of the class that was named on this process's {@code java} command line; null if the command does not
     * tell.
     *
     * @see MainClass
     */
    public static String mainClass() {
        return MainClass.of(command());
    }

    private static String command() {
        return System.getProperty("sun.java.command", "");
    }

    /** Whether this process has begun to run as a rank. */
    public static boolean hasBegun() {
        return begun;
    }

    @Override
    public int run(String[] args) {
        String className = mainClass();
        if (className == null) {
            System.err.println("jdsm: the Java command '" + command() + "' does not tell which class to run");
            return ExitStatus.USAGE;
        }
        if (begun) {
            throw new IllegalStateException("this JVM runs " + className + " already; " + RUN);
        }
        if (!Programs.isProgram(className, Thread.currentThread().getContextClassLoader())) {
            throw new IllegalStateException("SPMD.main runs the class that was named to java, and " + className
                    + " does not extend jdsm.SPMD; " + RUN);
        }
        return run(className, args);
    }

    @Override
    public Ended run(Job job) {
        return new EmbeddedJob(job).run();
    }

    private static int run(String className, String[] args) {
        begun = true;
        Map<String, String> environment;
        try {
            environment = RankSettings.completed(System.getenv(), System.err);
        } catch (UsageException e) {
            System.err.println("jdsm: " + e.getMessage());
            return ExitStatus.USAGE;
        }
        int status = runRank(environment, className, args, System.out, System.err, null, null);
        if (status != ExitStatus.OK) {
            // Shutdown hooks of the program must not keep a failed rank from ending.
            Watch.haltAfter(HALT_MILLIS, () -> status);
        }
        return status;
    }

    /**
     * Runs a rank in the calling thread; blocks until it has ended. Other class loaders call it too, so the signature
     * has only types of the platform.
     *
     * @param environment the variables to read in place of the process's environment
     * @param stalls receives a function that makes a stall report if a thread of the rank has waited for so many
     *     nanoseconds; null if the rank is this process, in which case this method watches the rank, and may end the
     *     process
     * @param failures receives a failure of this rank, as {@link RankHost} has it; null if failures are to be printed
     * @return the exit status
     */
    public static int runRank(
            Map<String, String> environment,
            String className,
            String[] args,
            PrintStream out,
            PrintStream err,
            Consumer<LongConsumer> stalls,
            BiConsumer<String, Throwable> failures) {
        Rank rank;
        RankSettings settings;
        try {
            settings = RankSettings.from(environment);
            rank = new Rank(settings, new RankHost(out, err, settings.marked(), stalls == null, failures));
        } catch (UsageException e) {
            if (failures == null) {
                err.println("jdsm: " + e.getMessage());
            } else {
                failures.accept(e.getMessage(), null);
            }
            return ExitStatus.USAGE;
        }
        if (stalls != null) {
            stalls.accept(rank::lookForStalls);
            return rank.run(className, args);
        }
        LastResort.arm(
                "jdsm: rank " + settings.job().rank() + " ends: java.lang.OutOfMemoryError: its heap is full",
                ExitStatus.FAILED);
        try (Watch watch = new Watch(settings, rank::lookForStalls, err)) {
            watch.start();
            return rank.run(className, args);
        }
    }
}
