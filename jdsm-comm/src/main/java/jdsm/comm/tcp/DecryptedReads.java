package jdsm.comm.tcp;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import java.util.ArrayDeque;

/**
 * Copies decrypted bytes into the buffers that the next handler chooses, as {@link TargetedReads} has a channel read into
 * them that is not encrypted. Keeps what has arrived while the channel does not read. On the event loop.
 */
final class DecryptedReads extends ChannelDuplexHandler {
    /** The most encrypted bytes that are read at once: two records of TLS and a half. */
    private static final int READ_BYTES = 40 << 10;

    private final ArrayDeque<ByteBuf> waiting = new ArrayDeque<>();
    private TargetedReads.Target target;
    private boolean delivering;

    DecryptedReads(TargetedReads.Target first) {
        target = first;
    }

    /** A buffer for encrypted bytes. */
    static ByteBuf encrypted() {
        return NettyRuntime.buffer(READ_BYTES);
    }

    /** Replaces the target. */
    void target(TargetedReads.Target next) {
        target = next;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object decrypted) {
        waiting.addLast((ByteBuf) decrypted);
        deliver(context, false);
    }

    /** The channel reads again. */
    @Override
    public void read(ChannelHandlerContext context) {
        deliver(context, false);
        context.read();
    }

    /** @param last whether nothing will be read any more, so that nothing need wait for the channel to read again */
    private void deliver(ChannelHandlerContext context, boolean last) {
        if (delivering) {
            return;
        }
        delivering = true;
        try {
            while (!waiting.isEmpty() && (last || context.channel().config().isAutoRead())) {
                ByteBuf decrypted = waiting.peekFirst();
                if (decrypted.isReadable()) {
                    ByteBuf read = target.next();
                    if (!read.isWritable()) { // it wants nothing more: the connection is about to end
                        read.release();
                        drop();
                        return;
                    }
                    read.writeBytes(decrypted, Math.min(read.writableBytes(), decrypted.readableBytes()));
                    context.fireChannelRead(read);
                } else {
                    waiting.removeFirst().release();
                }
            }
        } finally {
            delivering = false;
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        deliver(context, true);
        context.fireChannelInactive();
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext context) {
        drop();
    }

    private void drop() {
        waiting.forEach(ByteBuf::release);
        waiting.clear();
    }
}
