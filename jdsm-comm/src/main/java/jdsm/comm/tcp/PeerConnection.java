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
 * What goes out to one peer, in order. Any thread may enqueue; the event loop writes, many messages with one flush, and
 * only as much as the connection takes, so that a long message from the heap is copied piece by piece.
 */
final class PeerConnection {
    private static final int QUEUE_CHUNK = 128;
    private static final int PIECE_BYTES = 128 << 10;

    private final int peer;
    private final Channel channel;
    /** Of ByteBuf (a whole message), OutgoingMessage, or CompletableFuture (completed when all before it is written). */
    private final MpscUnboundedAtomicArrayQueue<Object> queue = new MpscUnboundedAtomicArrayQueue<>(QUEUE_CHUNK);

    /** How often something was read; the driver of the event loop's. */
    private final AtomicInteger reads = new AtomicInteger();

    private final AtomicBoolean scheduled = new AtomicBoolean();
    private final Runnable drain = this::drain;
    /** The message whose payload is being copied piece by piece, or null. Guarded by this, as taking from the queue is. */
    private OutgoingMessage inPieces;

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

    /** Something has been read. On the event loop. */
    void read() {
        reads.lazySet(reads.get() + 1);
    }

    /** Changes whenever something has been read. */
    int reads() {
        return reads.get();
    }

    void enqueue(ByteBuf message) {
        offer(message);
    }

    void enqueue(OutgoingMessage message) {
        offer(message);
    }

    /** Completes when all that was enqueued before has been written to the socket. */
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

    /** The connection takes more again, or less. On the event loop. */
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
        // Without the monitor: whoever waits for these goes on, in code of his own.
        done.forEach(OutgoingMessage::complete);
    }

    /** Writes the next piece or message, if there is one; adds what has been copied whole to {@code done}. */
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
            channel.write(message, channel.voidPromise());
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

    /** The connection has ended: what has not been written never will be. Any thread. */
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
