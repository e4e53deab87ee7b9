package jdsm.comm.tcp;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import jdsm.comm.CommException;
import jdsm.comm.CommException.Reason;
import jdsm.comm.spi.Arrivals;
import jdsm.comm.spi.ArrivedMessage;
import jdsm.comm.spi.PostedReceive;
import jdsm.comm.spi.TransportKinds;

/**
 * Divides the bytes from one peer into messages. The event loop reads into a buffer that all its connections share; a
 * message that lies in that buffer completely is delivered from there. Any other message gets a buffer of its length,
 * into which the rest is read directly. Used on the event loop only.
 */
final class MessageReader extends ChannelInboundHandlerAdapter implements TargetedReads.Target {
    private final Arrivals arrivals;
    private final Turns turns;
    private final PeerConnection connection;
    private final int peer;
    private final SharedBuffer shared;
    /** The first bytes of a header that two reads divide. */
    private final ByteBuffer header = ByteBuffer.allocate(Header.BYTES).order(ByteOrder.LITTLE_ENDIAN);

    private int kind;
    /** The buffer of the incomplete message, or null. */
    private ByteBuf message;

    /** The waiting receiver whose buffer {@link #message} wraps; null if the buffer is this reader's own. */
    private PostedReceive posted;

    private boolean over;
    /** Whether this thread may deliver the messages that it reads; else it hands them over. */
    private boolean delivers;

    MessageReader(Arrivals arrivals, Turns turns, PeerConnection connection, SharedBuffer shared) {
        this.arrivals = arrivals;
        this.turns = turns;
        this.connection = connection;
        this.peer = connection.peer();
        this.shared = shared;
    }

    @Override
    public ByteBuf next() {
        return message == null ? shared.empty() : message.retain();
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object read) {
        ByteBuf bytes = (ByteBuf) read;
        try {
            if (over) {
                return;
            }
            connection.read();
            if (bytes != message || !message.isWritable()) {
                take(bytes);
            }
        } finally {
            bytes.release();
        }
    }

    private void take(ByteBuf bytes) {
        delivers = turns.enter();
        try {
            if (bytes != message) {
                cut(shared.bytes(), bytes.writerIndex());
            } else {
                deliverAssembled();
            }
        } finally {
            if (delivers) {
                delivers = false;
                turns.leave();
            }
        }
    }

    /** Delivers the complete messages between 0 and {@code end}, and keeps the beginning of an incomplete one. */
    private void cut(ByteBuffer bytes, int end) {
        int position = 0;
        while (position < end && !over) {
            ByteBuffer head = bytes;
            int headPosition = position;
            if (header.position() > 0 || end - position < Header.BYTES) {
                int part = Math.min(header.remaining(), end - position);
                header.put(header.position(), bytes, position, part).position(header.position() + part);
                position += part;
                if (header.hasRemaining()) {
                    return;
                }
                header.clear();
                head = header;
                headPosition = 0;
            } else {
                position += Header.BYTES;
            }
            if (!check(head, headPosition)) {
                return;
            }
            int length = Header.lengthBytes(head, headPosition);
            int part = Math.min(length, end - position);
            ByteBuffer present = bytes.slice(position, part).order(ByteOrder.LITTLE_ENDIAN);
            position += part;
            if (part == length) {
                deliver(present);
            } else if (begin(length)) {
                message.writeBytes(present);
            }
        }
    }

    /** Finds a buffer for a message whose first part has arrived. Returns false if there is no memory. */
    private boolean begin(int length) {
        // While earlier messages wait for delivery, the receiver of this one is unknown: use a buffer of this reader.
        posted = kind == TransportKinds.PROGRAM && !turns.isBehind() ? arrivals.posted(peer, length) : null;
        if (posted != null) {
            message = Unpooled.wrappedBuffer(posted.room()).clear();
            return true;
        }
        try {
            message = NettyRuntime.buffer(length);
            return true;
        } catch (OutOfMemoryError e) { // only this allocation has failed
            over = true;
            arrivals.noMemory(peer, length, e);
            return false;
        }
    }

    private boolean check(ByteBuffer head, int position) {
        String fault = Header.fault(head, position);
        kind = Header.kind(head, position);
        if (fault == null && !arrivals.accepts(kind)) {
            fault = "a message of kind " + kind + ", which has no handler here";
        }
        if (fault != null) {
            over = true;
            arrivals.failed(new CommException(Reason.PROTOCOL, peer, "rank " + peer + " sent " + fault));
        }
        return fault == null;
    }

    private void deliver(ByteBuffer payload) {
        if (delivers) {
            arrivals.message(peer, kind, payload);
            return;
        }
        ByteBuffer copy = ByteBuffer.allocate(payload.remaining())
                .order(ByteOrder.LITTLE_ENDIAN)
                .put(0, payload, 0, payload.remaining());
        int itsKind = kind;
        turns.later(() -> arrivals.message(peer, itsKind, copy));
    }

    private void deliver(ArrivedMessage program) {
        if (delivers) {
            arrivals.programMessage(program);
        } else {
            turns.later(() -> arrivals.programMessage(program));
        }
    }

    private void deliverLong(int itsKind, ByteBuf whole) {
        try {
            arrivals.message(peer, itsKind, whole.nioBuffer().order(ByteOrder.LITTLE_ENDIAN));
        } finally {
            whole.release();
        }
    }

    private void deliverAssembled() {
        ByteBuf whole = message;
        message = null;
        if (posted != null) {
            PostedReceive filled = posted;
            posted = null;
            whole.release();
            deliver(filled);
        } else if (kind == TransportKinds.PROGRAM) {
            deliver(new BufferedMessage(peer, whole));
        } else if (delivers) {
            deliverLong(kind, whole);
        } else {
            int itsKind = kind;
            turns.later(() -> deliverLong(itsKind, whole));
        }
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
        connection.writabilityChanged();
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        over = true;
        if (message != null) {
            message.release();
            message = null;
        }
        connection.ended();
        PostedReceive unfilled = posted;
        posted = null;
        if (turns.enter()) {
            try {
                end(unfilled);
            } finally {
                turns.leave();
            }
        } else {
            turns.later(() -> end(unfilled));
        }
    }

    private void end(PostedReceive unfilled) {
        arrivals.ended(peer);
        if (unfilled != null) {
            unfilled.abandon(arrivals.failureOrClosed());
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        // channelInactive reports a broken connection.
        if (!(cause instanceof IOException)) {
            arrivals.failed(new CommException(
                    Reason.TRANSPORT, peer, "the connection to rank " + peer + " failed: " + cause, cause));
        }
        context.close();
    }
}
