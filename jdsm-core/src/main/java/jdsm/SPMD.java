package jdsm;

import java.util.ServiceLoader;
import jdsm.comm.Comm;
import jdsm.spi.JobRunner;
import jdsm.spi.RankContext;

/**
 * A parallel program: a class that every rank (JVM) of a job runs (JDSM paper, figure 2 and section 3.3).
 *
 * <p>The runtime makes one instance on each rank, by the constructor without arguments. It then calls
 * {@link #initialize} once, {@link #start} once on each worker (thread) of the rank, at the same time on all, and
 * {@link #finish} once. A rank goes on serving the other ranks until all have finished. An exception that leaves one of
 * the three methods ends the job with exit status 1.
 *
 * <p>{@link Collectives} adds up and exchanges values of all workers, and divides loops among them.
 *
 * <p>Under the agent the instance fields of the class, and the objects that they lead to, are shared by all ranks.
 * Without it, a program shares the objects that it registers with its {@link #pool}.
 */
public abstract class SPMD {
    /** Sends messages to other ranks, for programs that need them beside shared objects. */
    @Local
    protected final Comm comm;

    /** The shared objects of programs that share by hand. */
    @Local
    protected final SharedObjectPool pool;

    @Local
    private final RankContext context;

    /**
     * For the runtime, which makes the instance of each rank.
     *
     * @throws IllegalStateException if no job runs here
     */
    protected SPMD() {
        context = RankContext.current();
        comm = context.comm();
        pool = (SharedObjectPool) context.pool();
    }

    /**
     * Makes the shared objects, and registers them where the program shares by hand. Every rank must make the same
     * objects, in the same order, with the same content ({@link FromRank} makes exceptions). Called once on each rank.
     * Does nothing by itself.
     */
    public void initialize() throws Exception {}

    /**
     * Computes. Called once on each worker. Its end is a barrier among all workers, which no {@link #barrier} of
     * another worker may meet.
     */
    public abstract void start() throws Exception;

    /**
     * Ends the program on each rank when all workers have ended, for instance prints the result. Does nothing by
     * itself.
     */
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
     * The calling worker's number in the job, 0 to {@code workers() - 1}. The workers of one rank have successive
     * numbers. In {@code initialize} and {@code finish}: the number of the rank's first worker.
     */
    public final int worker() {
        return context.worker();
    }

    /** How many workers (threads that run {@code start}) the job has: ranks times threads. */
    public final int workers() {
        return context.workers();
    }

    /**
     * Blocks until all workers of the job have called it. A release and an acquire: afterwards every worker sees all
     * writes that precede the barrier. Only in {@code start}.
     *
     * @throws JobEndedException if the job fails during the wait
     */
    public final void barrier() {
        context.barrier();
    }

    /** The seconds that the calling worker has spent in {@link #barrier} so far. */
    public final double barrierSeconds() {
        return context.barrierSeconds();
    }

    /**
     * Begins a section of the statistics ({@code --stats}; does nothing without). The statistics name the events of
     * this rank from here to its next section, or to the end of {@code start}, under this name as well. Sections of the
     * same name are added up. Calls of a rank's first worker count, those of others do nothing; so a good place is
     * behind a barrier. Only in {@code start}.
     *
     * @param name 1 to 1,000 characters; at most 10,000 names
     */
    public final void section(String name) {
        context.section(name);
    }

    /**
     * Gives the index with which a resumable loop begins, at whose head checkpoints of the job are taken:
     *
     * <pre>{@code
     * for (int step = resumeFrom("step", 0); step < steps; step++) { ... }
     * }</pre>
     *
     * <p>The loop is in {@link #start}, in no other loop, and all workers enter it together. Behind a restart from a
     * checkpoint of this loop, this method gives all shared objects the state that they had at the head of the loop, and
     * returns the index of then. The code before the loop has run again; local variables of before that the loop uses
     * must be primitives, strings or boxed values that the loop does not assign. In all other cases, also without the
     * agent or with one rank, this method returns {@code first}.
     *
     * @param loop a name of letters, digits, '.', '_' and '-', which no other loop of the program has; a constant
     * @param first the index with which the loop begins if nothing is restored
     * @throws UnsupportedOperationException if a job that takes checkpoints, or goes on from one, calls this method in
     *     another way; fails the job
     */
    public final int resumeFrom(String loop, int first) {
        return context.resumeFrom(loop, first);
    }

    /**
     * Asks for a checkpoint at the first head of a resumable loop behind the next barrier. Has no effect in a job without
     * a folder for checkpoints. Any worker may call it, at any time in {@code start}; does not block.
     *
     * @see #resumeFrom
     */
    public final void checkpoint() {
        context.checkpoint();
    }

    /** The program's arguments. */
    public final String[] args() {
        return context.args();
    }

    /**
     * A setting that the job was started with.
     *
     * @param name {@code comm}, {@code consistency} or {@code threads}
     * @throws IllegalArgumentException for another name
     */
    public final String setting(String name) {
        return context.setting(name);
    }

    /** Prints a line of the job's result to standard output, without the prefix that the other output of ranks has. */
    public final void report(String line) {
        context.report(line);
    }

    /**
     * Sets the exit status of this rank's process for the case that nothing fails. The job ends with the status of a
     * rank that has set another than 0, if there is one.
     *
     * @param status 0 to 63
     */
    public final void exitStatus(int status) {
        context.exitStatus(status);
    }

    /**
     * Runs the SPMD class that was named to {@code java}. {@code java -cp app.jar Heat} is a job of one rank; where the
     * environment describes a rank of a larger job, it is that rank. Ends the process. {@link Jdsm#run} runs a program
     * from any other class.
     *
     * @throws IllegalStateException if the class that was named to {@code java} does not extend SPMD, or if it runs
     *     already; then the process does not end
     */
    public static void main(String[] args) {
        JobRunner runner = ServiceLoader.load(JobRunner.class, SPMD.class.getClassLoader())
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("jdsm-core is not complete on the class path"));
        System.exit(runner.run(args));
    }
}
