package jdsm.comm.tcp;

import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The buffer into which all connections of an event loop read in turn. Used on the loop only, except for
 * {@link #release}.
 */
final class SharedBuffer {
    private static final int BYTES = 64 << 10;

    private final ByteBuf buffer = NettyRuntime.buffer(BYTES);
    private final ByteBuffer bytes = buffer.nioBuffer(0, BYTES).order(ByteOrder.LITTLE_ENDIAN);

    /** Returns the buffer, emptied; the caller releases it. */
    ByteBuf empty() {
        return buffer.clear().retain();
    }

    /** Returns a view of the whole buffer. */
    ByteBuffer bytes() {
        return bytes;
    }

    void release() {
        buffer.release();
    }
}
