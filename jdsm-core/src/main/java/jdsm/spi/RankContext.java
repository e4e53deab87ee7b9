package jdsm.spi;

import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.IntSupplier;
import jdsm.comm.Comm;

/**
 * The services of one rank behind the methods of {@link jdsm.SPMD}. The runtime makes one instance for each copy of
 * this class: ranks that share a JVM have a copy of the class each. Thread-safe.
 */
public abstract class RankContext {
    private static volatile RankContext current;

    protected RankContext() {}

    /** The transport for messages of the program to other ranks. */
    public abstract Comm comm();

    /**
     * The rank's {@link jdsm.SharedObjectPool}. The type is Object because package {@code jdsm} depends on this
     * package.
     */
    public abstract Object pool();

    /** As {@link jdsm.SPMD#worker}. */
    public abstract int worker();

    /** As {@link jdsm.SPMD#workers}. */
    public abstract int workers();

    /** As {@link jdsm.SPMD#args}. */
    public abstract String[] args();

    /** As {@link jdsm.SPMD#setting}. */
    public abstract String setting(String name);

    /** As {@link jdsm.SPMD#barrier}. */
    public abstract void barrier();

    /**
     * Requires that a worker calls, in {@code start}.
     *
     * @param method the called method, for the message: {@code range}
     * @throws IllegalStateException on any other thread
     */
    public abstract void requireWorker(String method);

    /**
     * Meets all workers in a collective call, and gives each the numbers of all. Blocks as {@link #barrier}.
     *
     * @param call the call, with all that must be equal on all workers: {@code sum(double)}
     * @return the numbers in the order of the workers; the caller's own
     * @throws IllegalStateException on a thread that is no worker
     */
    public abstract long[] collect(String call, long number);

    /**
     * As {@link #collect(String, long)}, for values: {@code null}, strings, boxed primitives, big numbers, enum
     * constants, classes, records of such, and arrays of primitive types.
     *
     * @param brings whether this worker's value counts; if not, it is neither looked at nor sent
     * @return the values in the order of the workers, null for one that does not count; new objects
     * @throws IllegalArgumentException for another object, and for a value that is too long
     */
    public abstract Object[] collect(String call, boolean brings, Object value);

    /**
     * Meets all workers in a collective call, and folds their arrays element by element, in the order of the workers.
     * Blocks as {@link #barrier}.
     *
     * @param call the call, with the type and the length of the array
     * @param array an array of a primitive type, which is only read
     * @param fold folds the second array into the first, of the same length; called by workers
     * @return the result, a new array
     * @throws IllegalStateException on a thread that is no worker
     */
    public abstract Object allReduce(String call, Object array, BiConsumer<Object, Object> fold);

    /**
     * Begins a loop whose blocks the workers of the job take from a common counter. All workers begin the same loops in
     * the same order, and none begins the next one before all have taken all blocks of this one.
     *
     * @param blockLength the indices in a block, at least 1; the last block may be shorter
     * @return gives the first index of the next block for the calling worker at each call, {@code to} when none is
     *     left; may block
     * @throws IllegalStateException on a thread that is no worker
     */
    public abstract IntSupplier blocks(int from, int to, int blockLength);

    /** As {@link jdsm.SPMD#resumeFrom}, where the agent has not woven the call. */
    public abstract int resumeFrom(String loop, int first);

    /** As {@link jdsm.SPMD#checkpoint}. */
    public abstract void checkpoint();

    /** As {@code jdsm.Collectives.progress}. */
    public abstract void progress(long done, long total);

    /** As {@link jdsm.SPMD#section}. */
    public abstract void section(String name);

    /** As {@link jdsm.SPMD#report}. */
    public abstract void report(String line);

    /** As {@link jdsm.SPMD#exitStatus}. */
    public abstract void exitStatus(int status);

    /** As {@link jdsm.SPMD#barrierSeconds}. */
    public abstract double barrierSeconds();

    /**
     * The context of this rank.
     *
     * @throws IllegalStateException if no job runs here
     */
    public static RankContext current() {
        RankContext context = current;
        if (context == null) {
            throw new IllegalStateException(
                    "no job runs here: an SPMD object is made by the runtime; start its class with"
                            + " 'jdsm launch', or with java itself");
        }
        return context;
    }

    /** Sets the context of programs that are instantiated from now on; called by the runtime. */
    public static void attach(RankContext context) {
        current = Objects.requireNonNull(context, "context");
    }
}
