package jdsm.comm.ucx;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import jdsm.comm.CommException;
import jdsm.comm.CommException.Reason;
import jdsm.comm.spi.OutgoingFrame;
import jdsm.comm.spi.OutgoingMessage;
import jdsm.comm.spi.TransportKinds;
import org.openucx.jucx.UcxCallback;
import org.openucx.jucx.UcxException;
import org.openucx.jucx.UcxUtils;
import org.openucx.jucx.ucp.UcpEndpoint;
import org.openucx.jucx.ucp.UcpRequest;

/**
 * The ordered outgoing messages to one peer. Sending threads give messages to UCX themselves; what exceeds the bound of
 * pieces under way waits in a queue. The worker's lock guards all fields; no method blocks.
 */
final class Link {
    /** Up to this length, in bytes, a program message is copied at once, so that its sender goes on. */
    private static final int COPY_BYTES = 8 << 10;
    /** The most pieces under way. */
    private static final int WINDOW = 8;

    private final int rank;
    private final int peer;
    private final UcxWorker worker;
    private final UcpEndpoint endpoint;
    private final Buffers buffers;
    private final Consumer<String> trouble;
    private final ArrayDeque<Outgoing> queue = new ArrayDeque<>();
    private final Set<Outgoing> unfinished = new LinkedHashSet<>();
    private long number;
    private volatile int underWay;
    private boolean pumping;
    /** The failure because of which the link takes no more messages, or null. */
    private CommException ended;

    /** @param trouble receives failures of UCX with this peer */
    Link(int rank, int peer, UcxWorker worker, UcpEndpoint endpoint, Consumer<String> trouble) {
        this.trouble = trouble;
        this.rank = rank;
        this.peer = peer;
        this.worker = worker;
        this.endpoint = endpoint;
        buffers = worker.buffers();
    }

    UcpEndpoint endpoint() {
        return endpoint;
    }

    /** Sends a message of the transport's own. */
    void sendControl(int kind, long value) {
        Buffers.Buffer copy = buffers.take(Wire.HEADER_BYTES + TransportKinds.PAYLOAD_BYTES);
        copy.bytes().putLong(Wire.HEADER_BYTES, value);
        worker.submit(() -> add(Outgoing.whole(kind, number++, TransportKinds.PAYLOAD_BYTES, copy)));
    }

    /** Sends a runtime message; the frame is this link's. */
    void send(OutgoingFrame frame) {
        if (frame instanceof UcxFrame own) {
            worker.submit(() -> add(Outgoing.whole(own.kind(), number++, own.lengthBytes(), own.message())));
        } else {
            worker.submit(() -> add(Outgoing.of(number++, frame)));
        }
    }

    /** Sends a program message. @return whether the caller may reuse the payload; else the message is completed later */
    boolean send(OutgoingMessage message) {
        int length = message.lengthBytes();
        if (length > COPY_BYTES) {
            worker.submit(() -> add(Outgoing.of(TransportKinds.PROGRAM, number++, message)));
            return false;
        }
        Buffers.Buffer copy = buffers.take(Wire.HEADER_BYTES + length);
        ByteBuffer payload = message.payload();
        copy.bytes().put(Wire.HEADER_BYTES, payload, payload.position(), length);
        worker.submit(() -> add(Outgoing.whole(TransportKinds.PROGRAM, number++, length, copy)));
        return true;
    }

    /** Returns a future that completes when UCX has sent all messages so far. */
    CompletableFuture<Void> flush() {
        CompletableFuture<?>[] result = new CompletableFuture<?>[1];
        worker.submit(() -> {
            if (ended != null) {
                result[0] = CompletableFuture.failedFuture(ended);
            } else if (unfinished.isEmpty()) {
                result[0] = CompletableFuture.completedFuture(null);
            } else {
                Outgoing.Mark mark = new Outgoing.Mark(unfinished.size());
                unfinished.forEach(each -> each.add(mark));
                result[0] = mark.sent();
            }
        });
        return result[0].thenApply(nothing -> null);
    }

    /** Whether UCX has pieces that are not sent. Any thread. */
    boolean isUnderWay() {
        return underWay > 0;
    }

    private void add(Outgoing message) {
        if (ended != null) {
            CommException cause = ended;
            worker.settleLater(() -> message.fail(cause));
            return;
        }
        unfinished.add(message);
        queue.addLast(message);
        pump();
    }

    private void pump() {
        if (pumping) {
            return; // a piece is sent at once inside the loop below, which goes on by itself
        }
        pumping = true;
        while (underWay < WINDOW && !queue.isEmpty() && ended == null) {
            Outgoing message = queue.peekFirst();
            int piece = message.pieceBytes();
            int offset = message.take(piece);
            if (!message.hasMore()) {
                queue.removeFirst();
            }
            transmit(message, offset, piece);
        }
        pumping = false;
    }

    private void transmit(Outgoing message, int offset, int length) {
        Buffers.Buffer buffer = message.whole();
        ByteBuffer payload = message.payload();
        long data;
        if (buffer != null) {
            data = buffer.address() + Wire.HEADER_BYTES;
        } else if (payload.isDirect()) {
            buffer = buffers.take(Wire.HEADER_BYTES);
            data = UcxUtils.getAddress(payload) + offset;
        } else {
            buffer = buffers.take(Wire.HEADER_BYTES + length);
            buffer.bytes().put(Wire.HEADER_BYTES, payload, offset, length);
            data = buffer.address() + Wire.HEADER_BYTES;
        }
        buffer.bytes()
                .putInt(Wire.FROM, rank)
                .putInt(Wire.KIND, message.kind)
                .putLong(Wire.NUMBER, message.number)
                .putInt(Wire.LENGTH, message.lengthBytes)
                .putInt(Wire.OFFSET, offset);
        underWay++;
        boolean pooled = payload == null || !payload.isDirect();
        Sent sent = new Sent(message, buffer);
        try {
            if (pooled) {
                endpoint.sendAmNonBlocking(
                        Wire.PIECE, buffer.address(), Wire.HEADER_BYTES, data, length, 0, sent, buffer.params());
            } else {
                endpoint.sendAmNonBlocking(Wire.PIECE, buffer.address(), Wire.HEADER_BYTES, data, length, 0, sent);
            }
        } catch (UcxException e) {
            sent.onError(e.getStatus(), e.getMessage());
        }
    }

    /** Receives from UCX that a piece is sent. Refers to all memory that UCX reads. */
    private final class Sent extends UcxCallback {
        private final Outgoing message;
        private final Buffers.Buffer buffer;
        private boolean over;

        private Sent(Outgoing message, Buffers.Buffer buffer) {
            this.message = message;
            this.buffer = buffer;
        }

        @Override
        public void onSuccess(UcpRequest request) {
            if (over) {
                return;
            }
            over = true;
            underWay--;
            buffers.give(buffer);
            if (message.sent() && unfinished.remove(message)) {
                message.countMarks();
                worker.settleLater(message::complete);
            }
            pump();
        }

        @Override
        public void onError(int status, String text) {
            if (!over) {
                over = true;
                underWay--;
                trouble.accept("sending failed: " + text);
                end(new CommException(Reason.PEER_LOST, peer, "lost rank " + peer + ": sending failed: " + text));
            }
        }
    }

    /** Fails all messages that are not sent, and takes no more. Under the worker's lock. */
    void end(CommException cause) {
        if (ended != null) {
            return;
        }
        ended = cause;
        List<Outgoing> lost = new ArrayList<>(unfinished);
        unfinished.clear();
        queue.clear();
        worker.settleLater(() -> lost.forEach(each -> each.fail(cause)));
    }
}
