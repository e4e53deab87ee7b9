package jdsm.comm.tcp;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import java.nio.ByteBuffer;
import jdsm.comm.CommException;
import jdsm.comm.bootstrap.Handshake;

/** Drives the handshake of one connection. It reads no byte beyond the handshake, then hands the channel over. */
final class HandshakeHandler extends ChannelInboundHandlerAdapter implements TargetedReads.Target {
    /** Receives the progress of a handshake, on the event loop. */
    interface Outcome {
        /** The first bytes of the other side are those of a member of the job. */
        default void greeted(ChannelHandlerContext context) {}

        /** The other side does not encrypt the connection, or not as this side does. */
        default void notEncrypted(ChannelHandlerContext context, Throwable cause) {
            failed(context, null);
        }

        /** The other side has ended the encryption after it had begun, or what it sends cannot be decrypted. */
        default void refused(ChannelHandlerContext context, Throwable cause) {
            failed(context, null);
        }

        /** Both sides have proved themselves. The channel does not read until auto-read is set again. */
        void authenticated(int peer, ChannelHandlerContext context);

        /**
         * The connection ended before both sides had proved themselves.
         *
         * @param cause the refusal of this side; null for any other end
         */
        void failed(ChannelHandlerContext context, CommException cause);
    }

    private final Handshake handshake;
    private final Outcome outcome;
    private final boolean joins;
    /** The encryption of the connection; null if it has none. */
    private final SslHandler encryption;

    private ByteBuf input;
    private boolean over;

    /**
     * @param joins whether this side has connected to the other
     * @param encryption of the connection, before this handler in the pipeline; null if it has none
     */
    HandshakeHandler(Handshake handshake, Outcome outcome, boolean joins, SslHandler encryption) {
        this.handshake = handshake;
        this.outcome = outcome;
        this.joins = joins;
        this.encryption = encryption;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext context) {
        input = Unpooled.buffer(handshake.wantedBytes(), handshake.wantedBytes());
    }

    @Override
    public ByteBuf next() {
        // Native channels read into direct buffers. A handshake has only two reads, each with its own buffer.
        return NettyRuntime.buffer(input.writableBytes());
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        if (encryption == null) {
            send(context, handshake.begin());
        }
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
        if (event instanceof SslHandshakeCompletionEvent completion && !over) {
            if (completion.isSuccess()) {
                handshake.bind(Tls.channel(encryption, joins));
                send(context, handshake.begin());
            } else {
                over = true;
                context.channel().config().setAutoRead(false);
                context.close();
                outcome.notEncrypted(context, completion.cause());
            }
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        ByteBuf bytes = (ByteBuf) message;
        try {
            input.writeBytes(bytes);
        } finally {
            bytes.release();
        }
        if (over || input.isWritable()) {
            return;
        }
        ByteBuffer answer;
        try {
            answer = handshake.accept(input.nioBuffer());
        } catch (CommException e) {
            end(context, e);
            return;
        }
        int wanted = handshake.wantedBytes();
        if (wanted > 0) {
            outcome.greeted(context);
            input = Unpooled.buffer(wanted, wanted);
            send(context, answer);
        } else if (handshake.succeeded()) {
            over = true;
            context.channel().config().setAutoRead(false);
            send(context, answer);
            outcome.authenticated(handshake.peer(), context);
        } else {
            over = true;
            context.channel().config().setAutoRead(false);
            context.writeAndFlush(Unpooled.wrappedBuffer(answer)).addListener(ChannelFutureListener.CLOSE);
            outcome.failed(context, null);
        }
    }

    private static void send(ChannelHandlerContext context, ByteBuffer bytes) {
        if (bytes.hasRemaining()) {
            context.writeAndFlush(Unpooled.wrappedBuffer(bytes), context.voidPromise());
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        end(context, null);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        if (encryption != null && cause instanceof DecoderException && !over) {
            over = true;
            context.channel().config().setAutoRead(false);
            context.close();
            outcome.refused(context, cause);
        } else {
            end(context, null);
        }
    }

    private void end(ChannelHandlerContext context, CommException cause) {
        if (!over) {
            over = true;
            context.channel().config().setAutoRead(false);
            context.close();
            outcome.failed(context, cause);
        }
    }
}
