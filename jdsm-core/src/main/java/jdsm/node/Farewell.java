package jdsm.node;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import jdsm.UsageException;
import jdsm.comm.Comm;
import jdsm.comm.CommException;
import jdsm.comm.Frame;
import jdsm.message.Kinds;
import jdsm.node.JobFailure.Exit;
import jdsm.node.JobFailure.Failure;

/**
 * Spreads the news that the job has failed, or that the program ends it. Each rank tells all others once, and leaves when all others have told it;
 * so no rank sees a connection end before it knows the reason. Thread-safe.
 */
final class Farewell {
    // The first byte of a message tells its kind. The reason of a failure follows, a text in UTF-8, or the exit status
    // (4).
    private static final byte FAILURE = 0;
    private static final byte USAGE = 1;
    private static final byte EXIT = 2;
    private static final byte HALT = 3;
    /** Behind {@link #EXIT}, when the sender's shutdown hooks have ended. */
    private static final byte GONE = 4;

    private final Comm comm;
    /** The ranks that have not told why they end. */
    private final CountDownLatch missing;
    /** The ranks whose shutdown hooks may use shared objects. */
    private final CountDownLatch present;

    private volatile boolean joined;

    /**
     * @param onNews receives, on the delivery thread, the failure that another rank tells
     * @param onExit receives, on the delivery thread, how the program ends the job on another rank
     */
    Farewell(Comm comm, Consumer<Failure> onNews, Consumer<Exit> onExit) {
        this.comm = comm;
        missing = new CountDownLatch(comm.size() - 1);
        present = new CountDownLatch(comm.size() - 1);
        comm.handle(Kinds.ABORT, (from, payload) -> {
            byte kind = payload.hasRemaining() ? payload.get() : FAILURE;
            if (kind != EXIT) {
                present.countDown();
            }
            if (kind == GONE) {
                return;
            }
            if ((kind == EXIT || kind == HALT) && payload.remaining() == Integer.BYTES) {
                onExit.accept(new Exit(payload.getInt(), kind == HALT));
            } else {
                String text = StandardCharsets.UTF_8.decode(payload).toString();
                onNews.accept(new Failure(false, text, kind == USAGE ? new UsageException(text) : null));
            }
            missing.countDown();
        });
    }

    /** Records that this rank has joined the job, so that it can tell the others. */
    void joined() {
        joined = true;
    }

    /** Whether this rank can tell others of a failure; before it has joined, each rank reports its own failure. */
    boolean reachesOthers() {
        return joined;
    }

    /** Records that the connections are gone, so that {@link #await} waits for no rank. */
    void alone() {
        for (long left = comm.size(); left > 0; left--) {
            missing.countDown();
            present.countDown();
        }
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

    /**
     * Tells all other ranks that the shutdown hooks of this one have ended, and blocks until those of all others have
     * ended, or a rank is lost. Where a rank has not said that it ends, this one does not wait.
     */
    void awaitHooks() {
        if (!joined || missing.getCount() > 0) {
            return;
        }
        tell(new byte[] {GONE});
        try {
            present.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void tell(byte[] bytes) {
        if (!joined) {
            return;
        }
        try {
            for (int to = 0; to < comm.size(); to++) {
                if (to != comm.rank()) {
                    Frame frame = comm.frame(Kinds.ABORT, bytes.length);
                    frame.buffer().put(0, bytes);
                    comm.post(to, frame);
                }
            }
        } catch (CommException e) {
            alone(); // The transport itself has failed; the other ranks notice that without a message.
        }
    }

    /**
     * Blocks until all other ranks have told why they end, or are gone, but at most {@code millis} milliseconds,
     * because a rank may be stopped.
     */
    void await(long millis) {
        if (!joined) {
            return;
        }
        try {
            missing.await(millis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
