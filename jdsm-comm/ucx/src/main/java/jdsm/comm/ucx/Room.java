package jdsm.comm.ucx;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import jdsm.comm.memory.PageAllocator;
import jdsm.comm.spi.ArrivedMessage;
import org.openucx.jucx.UcxUtils;

/**
 * The memory of a message that arrives: a heap array, or for a long message a slot of an allocator, which UCX fills by
 * itself. Who has the message frees it once.
 */
final class Room {
    /** The lengths of long messages, in bytes. Longer ones are rare: an allocator would keep their memory for ever. */
    private static final int LONG_BYTES = 64 << 10;

    private static final int LONGEST_BYTES = 16 << 20;

    private final ByteBuffer bytes;
    /** Null for a heap array. */
    private final PageAllocator allocator;

    private final long slot;

    private Room(ByteBuffer bytes, PageAllocator allocator, long slot) {
        this.bytes = bytes.order(ByteOrder.LITTLE_ENDIAN);
        this.allocator = allocator;
        this.slot = slot;
    }

    /** @throws jdsm.comm.CommException if there is no memory */
    static Room of(PageAllocator allocator, int lengthBytes) {
        if (lengthBytes < LONG_BYTES || lengthBytes > LONGEST_BYTES) {
            return new Room(ByteBuffer.allocate(lengthBytes), null, 0);
        }
        long slot = allocator.take(lengthBytes);
        return new Room(allocator.view(slot, lengthBytes), allocator, slot);
    }

    /** Returns the whole memory, little-endian. */
    ByteBuffer bytes() {
        return bytes;
    }

    /** Whether UCX can write to {@link #address}. */
    boolean isDirect() {
        return allocator != null;
    }

    /** Returns the address of the first byte of memory that {@link #isDirect}. */
    long address() {
        return UcxUtils.getAddress(bytes);
    }

    void free() {
        if (allocator != null) {
            allocator.free(slot);
        }
    }

    /** Returns the program message that lies here. */
    ArrivedMessage message(int from) {
        return new ArrivedMessage(from, bytes.capacity()) {
            @Override
            protected void copyTo(ByteBuffer target) {
                target.put(bytes.duplicate().clear());
            }

            @Override
            protected void release() {
                free();
            }
        };
    }
}
