package jdsm.spi;

import java.util.Objects;
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
