package jdsm;

import java.util.ServiceLoader;
import jdsm.comm.Comm;

/**
 * A parallel program: one class, run by every rank of a job (JDSM paper, figure 2 and section 3.3).
 *
 * <p>The runtime makes one instance a rank by the constructor without arguments, and calls, in this order,
 * {@link #initialize} once a rank, {@link #start} once a worker, all workers of a rank at the same time, and
 * {@link #finish} once a rank. A rank goes on serving the others until all have finished. An exception that leaves one of
 * them ends the job, with exit status 1.
 */
public abstract class SPMD {
    /** Messages among ranks, beside the shared objects. */
    @Local
    protected final Comm comm;

    /** The shared objects. */
    @Local
    protected final SharedObjectPool pool;

    @Local
    private final RankContext context;

    /** Called by the runtime. */
    protected SPMD() {
        context = RankContext.current();
        comm = context.comm();
        pool = context.pool();
    }

    /** Makes and registers the shared objects: the same on all ranks, in the same order, with the same content. */
    public void initialize() throws Exception {}

    /** The computation, run by each worker. Its end is a barrier among all workers, of a kind of its own. */
    public abstract void start() throws Exception;

    /** What is left to do on each rank when all workers have ended, for instance to print the result. */
    public void finish() throws Exception {}

    /** This rank, 0 to {@code ranks() - 1}. */
    public final int rank() {
        return comm.rank();
    }

    /** How many ranks (JVMs) the job has. */
    public final int ranks() {
        return comm.size();
    }

    /**
     * The calling worker among all of the job, 0 to {@code workers() - 1}; those of a rank are neighbours. In
     * {@code initialize} and {@code finish}: the first of the rank.
     */
    public final int worker() {
        return context.worker();
    }

    /** How many workers (threads that run {@code start}) the job has: ranks times threads. */
    public final int workers() {
        return context.workers();
    }

    /** Blocks until all workers of the job are here: a release and an acquire. Only in {@code start}. */
    public final void barrier() {
        context.barrier();
    }

    /** The seconds that the calling worker has spent in {@link #barrier} so far. */
    public final double barrierSeconds() {
        return context.barrierSeconds();
    }

    /**
     * Begins a section of the statistics: what this rank counts from here to its next section, or to the end of {@code
     * start}, is told under this name as well ({@code --stats}; without, nothing happens). What comes under the same name
     * again adds to it. A rank's first worker says it, the others' calls do nothing; so a good place is behind a barrier. Only
     * in {@code start}.
     *
     * @param name 1 to 1,000 characters; at most 10,000 names
     */
    public final void section(String name) {
        context.section(name);
    }

    /** The program's arguments. */
    public final String[] args() {
        return context.args();
    }

    /** What the job was started with: {@code comm}, {@code consistency}, {@code threads}. */
    public final String setting(String name) {
        return context.setting(name);
    }

    /** Prints a line of the job's result to standard output: without the prefix that ranks' own output has. */
    public final void report(String line) {
        context.report(line);
    }

    /**
     * Sets what this rank's process ends with if nothing fails; the job ends with that of a rank where it is not 0.
     *
     * @param status 0 to 63
     */
    public final void exitStatus(int status) {
        context.exitStatus(status);
    }

    /**
     * Runs the SPMD class that was named to {@code java}: {@code java -cp app.jar Heat} is one rank, or a rank of a job
     * where the environment says so.
     */
    public static void main(String[] args) {
        String command = System.getProperty("sun.java.command", "");
        String className = MainClass.of(command);
        if (className == null) {
            System.err.println("jdsm: which program to run cannot be told from '" + command + "'");
            System.exit(2);
        }
        JobRunner runner = ServiceLoader.load(JobRunner.class, SPMD.class.getClassLoader())
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("jdsm-core is not complete on the class path"));
        System.exit(runner.run(className, args));
    }
}
