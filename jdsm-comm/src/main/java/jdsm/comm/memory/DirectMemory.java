package jdsm.comm.memory;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Memory of direct buffers, bounded by {@code -XX:MaxDirectMemorySize}. The garbage collector frees what is given back,
 * once no view of it is reachable. Memory of 2 MiB and more begins at a huge page where the system gives those to all.
 * Thread-safe.
 */
public final class DirectMemory implements PageSource {
    private final HugePages hugePages;

    /** Asks the operating system for its huge pages. */
    public DirectMemory() {
        this(HugePages.ofSystem());
    }

    DirectMemory(HugePages hugePages) {
        this.hugePages = hugePages;
    }

    @Override
    public ByteBuffer take(int lengthBytes, int alignmentBytes) {
        boolean huge = hugePages == HugePages.ALWAYS && lengthBytes >= HugePages.BYTES;
        int alignment = huge ? Math.max(HugePages.BYTES, alignmentBytes) : alignmentBytes;
        if (lengthBytes > Integer.MAX_VALUE - alignment) {
            throw new OutOfMemoryError("a direct buffer of " + lengthBytes + " bytes");
        }
        ByteBuffer memory = ByteBuffer.allocateDirect(lengthBytes + alignment - 1);
        int over = memory.alignmentOffset(0, alignment);
        int begin = over == 0 ? 0 : alignment - over;
        return memory.slice(begin, lengthBytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    @Override
    public void giveBack(ByteBuffer memory) {
        // The collector frees it.
    }
}
