package jdsm.comm.spi;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** A frame in a heap array of its own. */
public final class HeapFrame extends OutgoingFrame {
    private final ByteBuffer buffer;

    public HeapFrame(int kind, int lengthBytes) {
        super(kind);
        buffer = ByteBuffer.allocate(lengthBytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    @Override
    public ByteBuffer buffer() {
        return buffer;
    }

    @Override
    public void recycle() {
        // The garbage collector frees the array.
    }
}
