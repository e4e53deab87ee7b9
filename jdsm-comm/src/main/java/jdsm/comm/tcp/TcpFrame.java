package jdsm.comm.tcp;

import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import jdsm.comm.spi.OutgoingFrame;

/** A runtime message behind its header in one pooled buffer, which is written without a copy. */
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

    /** Returns header and payload. The caller releases the buffer; {@link #recycle} must not be called then. */
    ByteBuf message() {
        return message;
    }

    @Override
    public void recycle() {
        message.release();
    }
}
