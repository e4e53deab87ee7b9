package jdsm.comm.tcp;

import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import jdsm.comm.spi.OutgoingFrame;

/** A runtime message in a pooled buffer, its header before it: it is written as it stands. */
final class TcpFrame extends OutgoingFrame {
    private final ByteBuf message;
    private final ByteBuffer payload;

    TcpFrame(int kind, int lengthBytes) {
        super(kind);
        message = NettyRuntime.buffer(Header.BYTES + lengthBytes);
        Header.write(message, kind, lengthBytes);
        payload = message.nioBuffer(Header.BYTES, lengthBytes).order(ByteOrder.LITTLE_ENDIAN);
        message.writerIndex(Header.BYTES + lengthBytes);
    }

    @Override
    public ByteBuffer buffer() {
        return payload;
    }

    /** Header and payload; whoever takes it releases it, in place of {@link #recycle}. */
    ByteBuf message() {
        return message;
    }

    @Override
    public void recycle() {
        message.release();
    }
}
