package jdsm.node;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import jdsm.UsageException;
import jdsm.comm.Comm;
import jdsm.comm.CommException;
import jdsm.comm.Frame;
import jdsm.message.Kinds;
import jdsm.node.JobFailure.Exit;
import jdsm.node.JobFailure.Failure;

/**
 * Spreads the news that the job has failed, or that the program ends it. Each rank tells all others once, and leaves
 * when all others have told it; so no rank sees a connection end before it knows the reason. Thread-safe.
 */
final class Farewell {
    // The first byte of a message tells its kind. The reason of a failure follows, a text in UTF-8; or the exit status,
    // four bytes.
    private static final byte FAILURE = 0;
    private static final byte USAGE = 1;
    private static final byte EXIT = 2;
    private static final byte HALT = 3;
    /** Behind {@link #EXIT}, when the sender's shutdown hooks have ended. */
    private static final byte GONE = 4;

    /** The longest time for which a rank that ends waits until the others have told why they end. */
    private static final long GOODBYE_MILLIS = 1000;

    private static final long LOOK_MILLIS = 10;

    private final Comm comm;
    /** The other ranks that have not told why they end. Guarded by this. */
    private final BitSet silent = new BitSet();
    /** The ranks that end behind their shutdown hooks, which may use shared objects. Guarded by this. */
    private final BitSet inHooks = new BitSet();

    private volatile boolean joined;

    /**
     * @param onNews receives, on the delivery thread, the failure that another rank tells
     * @param onExit receives, on the delivery thread, how the program ends the job on another rank
     */
    Farewell(Comm comm, Consumer<Failure> onNews, Consumer<Exit> onExit) {
        this.comm = comm;
        silent.set(0, comm.size());
        silent.clear(comm.rank());
        comm.handle(Kinds.ABORT, (from, payload) -> {
            byte kind = payload.hasRemaining() ? payload.get() : FAILURE;
            if (kind == GONE) {
                heard(from, false);
                return;
            }
            if ((kind == EXIT || kind == HALT) && payload.remaining() == Integer.BYTES) {
                onExit.accept(new Exit(payload.getInt(), kind == HALT));
            } else {
                String text = StandardCharsets.UTF_8.decode(payload).toString();
                onNews.accept(new Failure(false, text, kind == USAGE ? new UsageException(text) : null));
            }
            heard(from, kind == EXIT);
        });
    }

    private synchronized void heard(int rank, boolean runsHooks) {
        silent.clear(rank);
        inHooks.set(rank, runsHooks);
        notifyAll();
    }

    /** Records that this rank has joined the job, so that it can tell the others. */
    void joined() {
        joined = true;
    }

    /** Whether this rank can tell others of a failure; before it has joined, each rank reports its own failure. */
    boolean reachesOthers() {
        return joined;
    }

    /** Records that the connections are gone, so that no wait here waits for a rank. */
    synchronized void alone() {
        silent.clear();
        inHooks.clear();
        notifyAll();
    }

    /** Tells all other ranks of the failure, if this rank has joined. Does not block. */
    void tell(Failure failure) {
        boolean usage = failure.cause() instanceof UsageException;
        boolean named = usage || !failure.here();
        byte[] text = (named ? failure.text() : "rank " + comm.rank() + ": " + failure.text())
                .getBytes(StandardCharsets.UTF_8);
        tell(ByteBuffer.allocate(1 + text.length)
                .put(usage ? USAGE : FAILURE)
                .put(text)
                .array());
    }

    /** Tells all other ranks how the program ends the job, if this rank has joined. Does not block. */
    void tell(Exit exit) {
        tell(ByteBuffer.allocate(1 + Integer.BYTES)
                .put(exit.halts() ? HALT : EXIT)
                .putInt(exit.status())
                .array());
    }

    /** Tells all other ranks, behind {@link #tell(Exit)}, that no shutdown hook of this one runs any more. */
    void hooksHaveEnded() {
        tell(new byte[] {GONE});
    }

    private void tell(byte[] bytes) {
        for (int to = 0; joined && to < comm.size(); to++) {
            if (to != comm.rank()) {
                try {
                    Frame frame = comm.frame(Kinds.ABORT, bytes.length);
                    frame.buffer().put(0, bytes);
                    comm.post(to, frame);
                } catch (CommException e) {
                    heard(to, false); // it has left, or the transport has failed, which it notices by itself
                }
            }
        }
    }

    /**
     * Blocks until all other ranks have told why they end, or are gone, but at most a second, because a rank may be
     * stopped. An interrupt does not end the wait.
     */
    void await() {
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(GOODBYE_MILLIS);
        await(() -> silent.isEmpty() || System.nanoTime() - deadline >= 0);
    }

    /**
     * Blocks until the shutdown hooks of all ranks have ended that have told that they end, or a rank is lost. An
     * interrupt does not end the wait.
     */
    void awaitHooks() {
        await(inHooks::isEmpty);
    }

    private synchronized void await(BooleanSupplier over) {
        boolean interrupted = false;
        while (joined && !over.getAsBoolean()) {
            try {
                wait(LOOK_MILLIS);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
