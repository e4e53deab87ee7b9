package jdsm;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import jdsm.comm.Comm;

/**
 * What a program sees of the rank that runs it; {@link SPMD} passes it on. Made by the runtime, one in each copy of this
 * class (ranks that share a JVM have a copy each).
 */
public interface RankContext {
    Comm comm();

    SharedObjectPool pool();

    /** See {@link SPMD#worker}. */
    int worker();

    /** See {@link SPMD#workers}. */
    int workers();

    /** See {@link SPMD#args}. */
    String[] args();

    /** See {@link SPMD#setting}. */
    String setting(String name);

    /** See {@link SPMD#barrier}. */
    void barrier();

    /** See {@link SPMD#section}. */
    void section(String name);

    /** See {@link SPMD#report}. */
    void report(String line);

    /** See {@link SPMD#exitStatus}. */
    void exitStatus(int status);

    /** The seconds that the calling worker has spent in barriers so far. */
    double barrierSeconds();

    /** The context of this rank. */
    static RankContext current() {
        RankContext context = Holder.CURRENT.get();
        if (context == null) {
            throw new IllegalStateException(
                    "no job runs here: an SPMD object is made by the runtime; start its class with"
                            + " 'jdsm launch', or with java itself");
        }
        return context;
    }

    /** For the runtime: sets the context that programs made from now on get. */
    static void attach(RankContext context) {
        Holder.CURRENT.set(Objects.requireNonNull(context, "context"));
    }

    /** Keeps the reference out of the interface's public constants. */
    final class Holder {
        private static final AtomicReference<RankContext> CURRENT = new AtomicReference<>();

        private Holder() {}
    }
}
