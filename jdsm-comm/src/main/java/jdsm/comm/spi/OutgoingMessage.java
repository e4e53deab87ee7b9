package jdsm.comm.spi;

import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import jdsm.comm.CommException;

/**
 * A program message that this rank sends. It first waits for credit, then belongs to the transport, and is complete
 * once the sender may reuse the payload. A transport that has taken a message over calls {@link #complete} or
 * {@link #fail} once.
 */
public final class OutgoingMessage {
    private final ByteBuffer payload;
    private final int lengthBytes;
    private final CompletableFuture<Void> done = new CompletableFuture<>();

    OutgoingMessage(ByteBuffer payload) {
        this.payload = payload.duplicate();
        this.lengthBytes = payload.remaining();
    }

    /** Returns the bytes to send, from position to limit; the transport may move both. */
    public ByteBuffer payload() {
        return payload;
    }

    public int lengthBytes() {
        return lengthBytes;
    }

    /**
     * Lets the sender reuse the payload. Runs dependents of the sender's future, so the calling thread must hold no
     * lock. Any thread.
     */
    public void complete() {
        done.complete(null);
    }

    /**
     * Reports that the message could not be sent; the sender may reuse the payload. The calling thread must hold no
     * lock.
     */
    public void fail(CommException cause) {
        done.completeExceptionally(cause);
    }

    CompletableFuture<Void> done() {
        return done;
    }
}
