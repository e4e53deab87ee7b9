package jdsm.node;

import java.io.PrintStream;
import java.util.Arrays;
import java.util.Map;
import jdsm.JobRunner;
import jdsm.UsageException;

/**
 * The main class of a rank's process: {@code java ... jdsm.node.RankMain CLASS ARGS...}; which rank of which job it is, the
 * environment says ({@link jdsm.comm.bootstrap.JobVariables}, {@link jdsm.JdsmConfig}).
 */
public final class RankMain implements JobRunner {
    /** Begins a line of standard output that is the job's, not the rank's: record separator, U+001E. */
    public static final char RESULT_MARK = '\u001e';

    /** For {@link java.util.ServiceLoader}. */
    public RankMain() {}

    public static void main(String[] args) {
        if (args.length == 0) {
            System.err.println("jdsm: no program: java jdsm.node.RankMain CLASS [ARGS...]");
            System.exit(ExitStatus.USAGE);
        }
        System.exit(new RankMain().run(args[0], Arrays.copyOfRange(args, 1, args.length)));
    }

    @Override
    public int run(String className, String[] args) {
        int status = runRank(System.getenv(), className, args, System.out, System.err, true);
        if (status != ExitStatus.OK) {
            // Hooks of the program must not keep a failed rank.
            Watch.haltLater(status);
        }
        return status;
    }

    /**
     * Runs a rank in this thread; also called through another class loader's copy of this class, so that only types of the
     * platform occur.
     *
     * @param environment what to read in place of the process's environment
     * @param process whether the rank is this process, which may be ended with it
     * @return the exit status
     */
    public static int runRank(
            Map<String, String> environment,
            String className,
            String[] args,
            PrintStream out,
            PrintStream err,
            boolean process) {
        Rank rank;
        RankSettings settings;
        try {
            settings = RankSettings.from(environment);
            rank = new Rank(settings, out, err);
        } catch (UsageException e) {
            err.println("jdsm: " + e.getMessage());
            return ExitStatus.USAGE;
        }
        try (Watch watch = new Watch(settings.job(), rank::stalls, err, process)) {
            watch.start();
            return rank.run(className, args);
        }
    }
}
