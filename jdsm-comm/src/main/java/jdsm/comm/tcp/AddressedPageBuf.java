package jdsm.comm.tcp;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledUnsafeDirectByteBuf;
import io.netty.util.internal.CleanableDirectBuffer;
import jdsm.comm.memory.PageAllocator;

/** A buffer in a slot, where Netty accesses memory by address. Not thread-safe, but for its count of references. */
final class AddressedPageBuf extends UnpooledUnsafeDirectByteBuf {
    private static final long NONE = 0;

    private final PageAllocator memory;
    /** The first slot; {@link #NONE} once the buffer has another length. */
    private long slot;

    AddressedPageBuf(PageBufAllocator allocator, long slot, int capacity, int maxCapacity) {
        super(allocator, false, allocator.memory().view(slot, capacity), maxCapacity);
        writerIndex(0);
        memory = allocator.memory();
        this.slot = slot;
    }

    @Override
    public ByteBuf capacity(int newCapacity) {
        int before = capacity();
        super.capacity(newCapacity);
        if (newCapacity != before) {
            freeSlot();
        }
        return this;
    }

    @Override
    protected CleanableDirectBuffer allocateDirectBuffer(int capacity) {
        return GrownSlot.take(memory, capacity);
    }

    @Override
    protected void deallocate() {
        super.deallocate();
        freeSlot();
    }

    private void freeSlot() {
        if (slot != NONE) {
            memory.free(slot);
            slot = NONE;
        }
    }
}
