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
 * How the news that the job has failed gets around: every rank tells every other one, once, and leaves when all others have
 * told it. So nobody sees a connection end before it knows why. Thread-safe.
 */
final class Farewell {
    // First byte of a message: what the text behind it, in UTF-8, says.
    private static final byte FAILURE = 0;
    private static final byte USAGE = 1;

    private final Comm comm;
    private final CountDownLatch missing;
    private volatile boolean joined;

    /** @param onNews told, on the delivery thread, what another rank says */
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

    /** This rank has joined the others: from now on they can be told. */
    void joined() {
        joined = true;
    }

    /** Whether other ranks can be told of a failure; before, each speaks for itself. */
    boolean reachesOthers() {
        return joined;
    }

    /** The connections are gone: there is nobody to wait for. */
    void alone() {
        while (missing.getCount() > 0) {
            missing.countDown();
        }
    }

    /** Tells all others, as far as there are connections to them. Does not block. */
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
            alone(); // The transport itself has failed: others see that by themselves.
        }
    }

    /** Blocks until all others know, or are gone; no longer than so many milliseconds, for one may be stopped. */
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
