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
import jdsm.comm.spi.PostedReceive;
import jdsm.comm.spi.TransportKinds;

/**
 * Cuts a peer's bytes into messages. Bytes are read into a buffer that all connections of the loop share, and messages that
 * lie in it whole are delivered from there. A message that does not gets a buffer of its own length, into which the rest is
 * then read directly.
 */
final class MessageReader extends ChannelInboundHandlerAdapter implements TargetedReads.Target {
    private final TcpComm comm;
    private final PeerConnection connection;
    private final int peer;
    private final SharedBuffer shared;
    /** The first bytes of a header that lies across two reads. */
    private final ByteBuffer header = ByteBuffer.allocate(Header.BYTES).order(ByteOrder.LITTLE_ENDIAN);

    private int kind;
    /** The message that is being assembled, or null. */
    private ByteBuf message;

    /** Whose buffer {@link #message} wraps, or null if that is the reader's own. */
    private PostedReceive posted;

    private boolean over;

    MessageReader(TcpComm comm, PeerConnection connection, SharedBuffer shared) {
        this.comm = comm;
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
            if (bytes != message) {
                cut(shared.bytes(), bytes.writerIndex());
            } else if (!message.isWritable()) {
                deliverAssembled();
            }
        } finally {
            bytes.release();
        }
    }

    /** Delivers the messages that lie between 0 and {@code end}, and keeps the beginning of one that does not. */
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
            } else {
                begin(length);
                message.writeBytes(present);
            }
        }
    }

    /** The first part of a message has come: finds room for all of it. */
    private void begin(int length) {
        posted = kind == TransportKinds.PROGRAM ? comm.posted(peer, length) : null;
        message = posted == null
                ? NettyRuntime.buffer(length)
                : Unpooled.wrappedBuffer(posted.room()).clear();
    }

    private boolean check(ByteBuffer head, int position) {
        String fault = Header.fault(head, position);
        kind = Header.kind(head, position);
        if (fault == null && !comm.knows(kind)) {
            fault = "a message of kind " + kind + ", which has no handler";
        }
        if (fault != null) {
            over = true;
            comm.failed(new CommException(Reason.PROTOCOL, peer, "rank " + peer + " sent " + fault));
        }
        return fault == null;
    }

    private void deliver(ByteBuffer payload) {
        if (kind == TransportKinds.PROGRAM) {
            comm.programMessage(peer, payload);
        } else {
            deliverRuntime(payload);
        }
    }

    private void deliverRuntime(ByteBuffer payload) {
        if (TransportKinds.isTransport(kind)) {
            comm.controlMessage(peer, kind, payload.getLong(0));
        } else {
            comm.runtimeMessage(peer, kind, payload);
        }
    }

    private void deliverAssembled() {
        ByteBuf whole = message;
        message = null;
        if (posted != null) {
            PostedReceive filled = posted;
            posted = null;
            whole.release();
            comm.programMessage(filled);
            return;
        }
        if (kind == TransportKinds.PROGRAM) {
            comm.programMessage(new BufferedMessage(peer, whole));
            return;
        }
        try {
            deliverRuntime(whole.nioBuffer().order(ByteOrder.LITTLE_ENDIAN));
        } finally {
            whole.release();
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
        comm.connectionEnded(peer);
        if (posted != null) {
            posted.abandon(comm.failureOrClosed());
            posted = null;
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        // A broken connection is reported when it has become inactive.
        if (!(cause instanceof IOException)) {
            comm.failed(new CommException(
                    Reason.TRANSPORT, peer, "the connection to rank " + peer + " failed: " + cause, cause));
        }
        context.close();
    }
}
