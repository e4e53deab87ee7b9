package jdsm.comm.ucx;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import jdsm.comm.spi.OutgoingFrame;

/** A runtime message of one piece, behind room for its header in a buffer of the pool. */
final class UcxFrame extends OutgoingFrame {
    private final Buffers pool;
    private final Buffers.Buffer message;
    private final ByteBuffer payload;

    /** @param lengthBytes at most {@link Buffers#PIECE_BYTES} */
    UcxFrame(Buffers pool, int kind, int lengthBytes) {
        super(kind);
        this.pool = pool;
        message = pool.take(Wire.HEADER_BYTES + lengthBytes);
        payload = message.bytes().slice(Wire.HEADER_BYTES, lengthBytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    @Override
    public ByteBuffer buffer() {
        return payload;
    }

    int lengthBytes() {
        return payload.capacity();
    }

    /** Returns the buffer with the message; who sends it gives it back to the pool. */
    Buffers.Buffer message() {
        return message;
    }

    @Override
    public void recycle() {
        pool.give(message);
    }
}
