package jdsm.comm.ucx;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import jdsm.comm.CommException;
import jdsm.comm.spi.OutgoingFrame;
import jdsm.comm.spi.OutgoingMessage;

/** A message on its way to UCX, or the copy of a short one. Used under the worker's lock. */
final class Outgoing {
    final int kind;
    final long number;
    final int lengthBytes;
    /** The bytes to send; null for a message that lies in {@link #whole}. */
    private final ByteBuffer payload;
    /** The whole message behind room for a header; null for a message in pieces. */
    private final Buffers.Buffer whole;

    private final OutgoingMessage message;
    private final OutgoingFrame frame;
    private final List<Mark> marks = new ArrayList<>(0);
    /** The next byte to give to UCX. */
    private int next;
    /** The pieces that UCX has and has not sent. */
    private int underWay;

    private boolean begun;

    /** A point behind messages; complete when all of them are sent. */
    static final class Mark {
        private int missing;
        private final CompletableFuture<Void> sent = new CompletableFuture<>();

        Mark(int missing) {
            this.missing = missing;
        }

        CompletableFuture<Void> sent() {
            return sent;
        }
    }

    private Outgoing(
            int kind,
            long number,
            int lengthBytes,
            ByteBuffer payload,
            Buffers.Buffer whole,
            OutgoingMessage message,
            OutgoingFrame frame) {
        this.kind = kind;
        this.number = number;
        this.lengthBytes = lengthBytes;
        this.payload = payload;
        this.whole = whole;
        this.message = message;
        this.frame = frame;
    }

    /** A message whose bytes are copied already. */
    static Outgoing whole(int kind, long number, int lengthBytes, Buffers.Buffer whole) {
        return new Outgoing(kind, number, lengthBytes, null, whole, null, null);
    }

    /** A program message, which is complete when all bytes are sent. */
    static Outgoing of(int kind, long number, OutgoingMessage message) {
        ByteBuffer payload = message.payload().slice();
        return new Outgoing(kind, number, payload.remaining(), payload, null, message, null);
    }

    /** A frame, which is recycled when all bytes are sent. */
    static Outgoing of(long number, OutgoingFrame frame) {
        ByteBuffer payload = frame.buffer().duplicate().clear();
        return new Outgoing(frame.kind(), number, payload.remaining(), payload, null, null, frame);
    }

    Buffers.Buffer whole() {
        return whole;
    }

    ByteBuffer payload() {
        return payload;
    }

    boolean hasMore() {
        return !begun || next < lengthBytes;
    }

    /** Takes the next piece. Returns its offset; {@link #pieceBytes} tells its length. */
    int take(int pieceBytes) {
        int offset = next;
        begun = true;
        next += pieceBytes;
        underWay++;
        return offset;
    }

    int pieceBytes() {
        return Math.min(Buffers.PIECE_BYTES, lengthBytes - next);
    }

    /** A piece is sent. Returns whether all are. */
    boolean sent() {
        underWay--;
        return underWay == 0 && !hasMore();
    }

    void add(Mark mark) {
        marks.add(mark);
    }

    /** Completes the message and the marks that waited for it. Runs code of the program: without a lock. */
    void complete() {
        if (message != null) {
            message.complete();
        }
        if (frame != null) {
            frame.recycle();
        }
        marks.forEach(mark -> mark.sent.complete(null));
    }

    /** Drops the marks that wait for other messages as well. */
    void countMarks() {
        marks.removeIf(mark -> --mark.missing > 0);
    }

    /** As {@link #complete}, for a message that is not sent. */
    void fail(CommException cause) {
        if (message != null) {
            message.fail(cause);
        }
        marks.forEach(mark -> mark.sent.completeExceptionally(cause));
    }
}
