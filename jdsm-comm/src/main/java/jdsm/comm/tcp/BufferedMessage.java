package jdsm.comm.tcp;

import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import jdsm.comm.spi.ArrivedMessage;

/** A long program message in the pooled buffer into which the event loop has read it. */
final class BufferedMessage extends ArrivedMessage {
    private final ByteBuf payload;

    BufferedMessage(int from, ByteBuf payload) {
        super(from, payload.readableBytes());
        this.payload = payload;
    }

    @Override
    protected void copyTo(ByteBuffer target) {
        target.put(payload.nioBuffer());
    }

    @Override
    protected void release() {
        payload.release();
    }
}
