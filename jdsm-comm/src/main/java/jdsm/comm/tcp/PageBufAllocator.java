package jdsm.comm.tcp;

import io.netty.buffer.AbstractByteBufAllocator;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.util.internal.PlatformDependent;
import jdsm.comm.memory.PageAllocator;

/**
 * Netty's buffers in the slots of a {@link PageAllocator}. Any thread may release a buffer. Heap buffers are the garbage
 * collector's. Thread-safe; blocks only as the allocator does. A buffer for which there is no memory throws as {@link
 * PageAllocator#take(int)}.
 */
public final class PageBufAllocator extends AbstractByteBufAllocator {
    private final PageAllocator memory;
    private final boolean byAddress = PlatformDependent.hasUnsafe();

    /** An allocator whose buffers are direct if the caller does not say. */
    public PageBufAllocator(PageAllocator memory) {
        super(true);
        this.memory = memory;
    }

    @Override
    protected ByteBuf newHeapBuffer(int initialCapacity, int maxCapacity) {
        return UnpooledByteBufAllocator.DEFAULT.heapBuffer(initialCapacity, maxCapacity);
    }

    @Override
    protected ByteBuf newDirectBuffer(int initialCapacity, int maxCapacity) {
        long slot = memory.take(initialCapacity);
        boolean made = false;
        try {
            ByteBuf buffer = byAddress
                    ? new AddressedPageBuf(this, slot, initialCapacity, maxCapacity)
                    : new PlainPageBuf(this, slot, initialCapacity, maxCapacity);
            made = true;
            return toLeakAwareBuffer(buffer);
        } finally {
            if (!made) {
                memory.free(slot);
            }
        }
    }

    @Override
    public boolean isDirectBufferPooled() {
        return true;
    }

    /** Where the slots are. */
    PageAllocator memory() {
        return memory;
    }
}
