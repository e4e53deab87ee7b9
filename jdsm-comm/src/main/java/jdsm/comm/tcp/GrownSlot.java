package jdsm.comm.tcp;

import io.netty.util.internal.CleanableDirectBuffer;
import java.nio.ByteBuffer;
import jdsm.comm.memory.PageAllocator;

/** The slot to which a buffer has grown. */
record GrownSlot(PageAllocator memory, long slot, ByteBuffer buffer) implements CleanableDirectBuffer {
    static GrownSlot take(PageAllocator memory, int bytes) {
        long slot = memory.take(bytes);
        return new GrownSlot(memory, slot, memory.view(slot, bytes));
    }

    @Override
    public void clean() {
        memory.free(slot);
    }
}
