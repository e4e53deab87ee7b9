package jdsm.pool;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/** Bytes that are put one after the other, little-endian, into a buffer that grows. Not thread-safe. */
final class GrowingBytes {
    private static final int FIRST_BYTES = 64;

    private ByteBuffer buffer = ByteBuffer.allocate(0).order(ByteOrder.LITTLE_ENDIAN);

    int size() {
        return buffer.position();
    }

    /** The buffer, at its end and with room for {@code bytes} bytes; valid until the next call. */
    ByteBuffer room(int bytes) {
        if (buffer.remaining() < bytes) {
            int size = buffer.position();
            int capacity = Math.max(Math.addExact(size, bytes), Math.max(FIRST_BYTES, 2 * size));
            buffer = ByteBuffer.wrap(Arrays.copyOf(buffer.array(), capacity)).order(ByteOrder.LITTLE_ENDIAN);
            buffer.position(size);
        }
        return buffer;
    }

    /** See {@link Packing#putNumber}. */
    void putNumber(long value) {
        Packing.putNumber(value, room(Packing.NUMBER_BYTES));
    }

    /** See {@link Packing#putSigned}. */
    void putSigned(long value) {
        Packing.putSigned(value, room(Packing.NUMBER_BYTES));
    }

    void put(byte[] bytes) {
        room(bytes.length).put(bytes);
    }

    /** Puts all bytes of another one. */
    void put(GrowingBytes other) {
        room(other.size()).put(other.buffer.array(), 0, other.size());
    }

    /** Forgets all bytes. */
    void clear() {
        buffer.clear();
    }

    byte[] toArray() {
        return Arrays.copyOf(buffer.array(), size());
    }
}
