package jdsm.comm.tcp;

import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** The buffer that all connections of an event loop read into in turn. Used on the loop only, but for its end. */
final class SharedBuffer {
    private static final int BYTES = 64 << 10;

    private final ByteBuf buffer = NettyRuntime.buffer(BYTES);
    private final ByteBuffer bytes = buffer.nioBuffer(0, BYTES).order(ByteOrder.LITTLE_ENDIAN);

    /** The buffer, empty; who takes it releases it. */
    ByteBuf empty() {
        return buffer.clear().retain();
    }

    /** The whole buffer, whatever has been read into it. */
    ByteBuffer bytes() {
        return bytes;
    }

    void release() {
        buffer.release();
    }
}
