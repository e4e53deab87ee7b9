package jdsm.comm.spi;

import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import jdsm.comm.CommException;

/**
 * A program message on its way out. It waits for credit, then the transport has it, then it is done: the caller may reuse
 * the payload. A transport calls {@link #complete} or {@link #fail} once for each message whose transmission it took over.
 */
public final class OutgoingMessage {
    private final ByteBuffer payload;
    private final int lengthBytes;
    private final CompletableFuture<Void> done = new CompletableFuture<>();

    OutgoingMessage(ByteBuffer payload) {
        this.payload = payload.duplicate();
        this.lengthBytes = payload.remaining();
    }

    /** The bytes to send, from position to limit; the transport may move both. */
    public ByteBuffer payload() {
        return payload;
    }

    public int lengthBytes() {
        return lengthBytes;
    }

    /** The payload may be reused. Runs what the program has made depend on it: not to be called with a lock held. */
    public void complete() {
        done.complete(null);
    }

    /** The message could not be sent; the payload may be reused. As {@link #complete} otherwise. */
    public void fail(CommException cause) {
        done.completeExceptionally(cause);
    }

    CompletableFuture<Void> done() {
        return done;
    }
}
