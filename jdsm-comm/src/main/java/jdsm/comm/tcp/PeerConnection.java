package jdsm.comm.tcp;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import jdsm.comm.CommException;
import jdsm.comm.CommException.Reason;
import jdsm.comm.spi.OutgoingMessage;
import jdsm.comm.spi.TransportKinds;
import org.jctools.queues.atomic.MpscUnboundedAtomicArrayQueue;

/**
 * The ordered queue of outgoing messages to one peer. Any thread may enqueue. The event loop writes many messages with
 * one flush, and only as many bytes as the connection accepts; it copies a long message from the heap piece by piece.
 */
final class PeerConnection {
    private static final int QUEUE_CHUNK = 128;
    private static final int PIECE_BYTES = 128 << 10;

    private final int peer;
    private final Channel channel;
    /**
     * Items: ByteBuf (a whole message), Goodbye, OutgoingMessage, or CompletableFuture (completed when all items before it are
     * written).
     */
    private final MpscUnboundedAtomicArrayQueue<Object> queue = new MpscUnboundedAtomicArrayQueue<>(QUEUE_CHUNK);

    /** The number of reads from this peer; only the driver of the event loop writes it. */
    private final AtomicInteger reads = new AtomicInteger();

    private final AtomicBoolean scheduled = new AtomicBoolean();
    private final Runnable drain = this::drain;
    /**
     * The message that is copied piece by piece at present, or null. This monitor guards it and taking from the queue.
     */
    private OutgoingMessage inPieces;
    /** Whether the last message is written; the same monitor guards it. */
    private boolean hasLeft;

    /** The last message: the peer closes without reading what comes behind it, and that could cost it what it has sent before. */
    private record Goodbye(ByteBuf message) {}

    PeerConnection(int peer, Channel channel) {
        this.peer = peer;
        this.channel = channel;
    }

    int peer() {
        return peer;
    }

    Channel channel() {
        return channel;
    }

    /** Counts a read from this peer. On the event loop. */
    void read() {
        reads.lazySet(reads.get() + 1);
    }

    /** Returns the number of reads from this peer, modulo 2^32. Any thread. */
    int reads() {
        return reads.get();
    }

    void enqueue(ByteBuf message) {
        offer(message);
    }

    /** Enqueues the last message; messages of the transport's own that are enqueued later, such as signs of life, are dropped. */
    void enqueueLast(ByteBuf goodbye) {
        offer(new Goodbye(goodbye));
    }

    void enqueue(OutgoingMessage message) {
        offer(message);
    }

    /** Returns a future that completes when all items enqueued before have been written to the socket. */
    CompletableFuture<Void> flush() {
        CompletableFuture<Void> written = new CompletableFuture<>();
        offer(written);
        return written;
    }

    private void offer(Object item) {
        queue.offer(item);
        schedule();
    }

    private void schedule() {
        if (!scheduled.get() && scheduled.compareAndSet(false, true)) {
            try {
                channel.eventLoop().execute(drain);
            } catch (RejectedExecutionException e) {
                ended();
            }
        }
    }

    /** The connection accepts more bytes again, or no more. On the event loop. */
    void writabilityChanged() {
        if (channel.isWritable()) {
            schedule();
        }
    }

    private void drain() {
        scheduled.set(false);
        if (!channel.isActive()) {
            ended();
            return;
        }
        boolean wrote = false;
        List<OutgoingMessage> done = new ArrayList<>(0);
        synchronized (this) {
            while (channel.isWritable() && writeNext(done)) {
                wrote = true;
            }
        }
        if (wrote) {
            channel.flush();
        }
        // Outside the monitor: completing a message runs code of the program.
        done.forEach(OutgoingMessage::complete);
    }

    /**
     * Writes the next piece or message. Adds a completely copied message to {@code done}. Returns false if the queue is
     * empty.
     */
    private boolean writeNext(List<OutgoingMessage> done) {
        if (inPieces != null) {
            writePiece(done);
            return true;
        }
        Object item = queue.poll();
        if (item == null) {
            return false;
        }
        if (item instanceof ByteBuf message) {
            if (hasLeft) {
                message.release();
            } else {
                channel.write(message, channel.voidPromise());
            }
        } else if (item instanceof Goodbye goodbye) {
            hasLeft = true;
            channel.write(goodbye.message(), channel.voidPromise());
        } else if (item instanceof OutgoingMessage message) {
            writeProgramMessage(message);
        } else {
            CompletableFuture<?> written = (CompletableFuture<?>) item;
            channel.write(Unpooled.EMPTY_BUFFER).addListener(write -> {
                if (write.isSuccess()) {
                    written.complete(null);
                } else {
                    written.completeExceptionally(lost());
                }
            });
        }
        return true;
    }

    private void writeProgramMessage(OutgoingMessage message) {
        ByteBuf header = NettyRuntime.buffer(Header.BYTES);
        Header.write(header, TransportKinds.PROGRAM, message.lengthBytes());
        channel.write(header, channel.voidPromise());
        if (message.payload().isDirect()) {
            channel.write(Unpooled.wrappedBuffer(message.payload())).addListener(write -> {
                if (write.isSuccess()) {
                    message.complete();
                } else {
                    message.fail(lost());
                }
            });
        } else {
            inPieces = message;
        }
    }

    private void writePiece(List<OutgoingMessage> done) {
        ByteBuffer payload = inPieces.payload();
        int end = payload.limit();
        int lengthBytes = Math.min(PIECE_BYTES, payload.remaining());
        ByteBuf piece = NettyRuntime.buffer(lengthBytes);
        piece.writeBytes(payload.limit(payload.position() + lengthBytes));
        payload.limit(end);
        channel.write(piece, channel.voidPromise());
        if (!payload.hasRemaining()) {
            done.add(inPieces);
            inPieces = null;
        }
    }

    /** The connection has ended: fails all items that are not written yet. Any thread. */
    void ended() {
        while (true) {
            Object item;
            synchronized (this) {
                item = inPieces == null ? queue.poll() : inPieces;
                inPieces = null;
            }
            if (item == null) {
                return;
            }
            if (item instanceof ByteBuf message) {
                message.release();
            } else if (item instanceof Goodbye goodbye) {
                goodbye.message().release();
            } else if (item instanceof OutgoingMessage message) {
                message.fail(lost());
            } else {
                ((CompletableFuture<?>) item).completeExceptionally(lost());
            }
        }
    }

    private CommException lost() {
        return new CommException(Reason.PEER_LOST, peer, "lost rank " + peer + " before everything was sent");
    }
}
