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
import jdsm.node.JobFailure.Failure;

/**
 * Spreads the news that the job has failed. Each rank tells all others once, and leaves when all others have told it;
 * so no rank sees a connection end before it knows the reason. Thread-safe.
 */
final class Farewell {
    // The first byte of a message tells the kind of the failure; the reason follows, a text in UTF-8.
    private static final byte FAILURE = 0;
    private static final byte USAGE = 1;

    private final Comm comm;
    private final CountDownLatch missing;
    private volatile boolean joined;

    /** @param onNews receives, on the delivery thread, the failure that another rank tells */
    Farewell(Comm comm, Consumer<Failure> onNews) {
        this.comm = comm;
        missing = new CountDownLatch(comm.size() - 1);
        comm.handle(Kinds.ABORT, (from, payload) -> {
            boolean usage = payload.hasRemaining() && payload.get() == USAGE;
            String text = StandardCharsets.UTF_8.decode(payload).toString();
            onNews.accept(new Failure(false, text, usage ? new UsageException(text) : null));
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
        while (missing.getCount() > 0) {
            missing.countDown();
        }
    }

    /** Tells all other ranks of the failure, if this rank has joined. Does not block. */
    void tell(Failure failure) {
        if (!joined) {
            return;
        }
        boolean usage = failure.cause() instanceof UsageException;
        boolean named = usage || !failure.here();
        byte[] text = (named ? failure.text() : "rank " + comm.rank() + ": " + failure.text())
                .getBytes(StandardCharsets.UTF_8);
        byte[] bytes = ByteBuffer.allocate(1 + text.length)
                .put(usage ? USAGE : FAILURE)
                .put(text)
                .array();
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
     * Blocks until all other ranks have told their failure or are gone, but at most {@code millis} milliseconds,
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
