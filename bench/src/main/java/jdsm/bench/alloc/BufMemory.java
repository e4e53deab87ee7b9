package jdsm.bench.alloc;

import io.netty.buffer.AdaptiveByteBufAllocator;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufAllocatorMetricProvider;
import io.netty.buffer.PooledByteBufAllocator;
import java.util.Arrays;
import jdsm.comm.memory.AllocatorSettings;
import jdsm.comm.memory.PageAllocator;
import jdsm.comm.memory.PagePolicy;
import jdsm.comm.tcp.PageBufAllocator;

/**
 * A Netty allocator. Blocks are buffers, which each thread keeps in a table of its own; a thread reads another's table
 * after a barrier only.
 */
final class BufMemory implements Memory {
    private static final int MOST_THREADS = 256;

    private final ByteBufAllocator allocator;
    private final PageAllocator pages;
    private final BufLocal[] locals = new BufLocal[MOST_THREADS];

    private BufMemory(ByteBufAllocator allocator, PageAllocator pages) {
        this.allocator = allocator;
        this.pages = pages;
    }

    static BufMemory pooled() {
        return new BufMemory(PooledByteBufAllocator.DEFAULT, null);
    }

    static BufMemory adaptive() {
        return new BufMemory(new AdaptiveByteBufAllocator(true), null);
    }

    /** The adapter on JDSM's pages, as the transport tcp would use it. */
    static BufMemory pages() {
        PageAllocator pages = new PageAllocator(AllocatorSettings.of(PagePolicy.lps(1)));
        return new BufMemory(new PageBufAllocator(pages), pages);
    }

    ByteBufAllocator allocator() {
        return allocator;
    }

    @Override
    public Local local(int thread) {
        locals[thread] = new BufLocal((long) thread << 32);
        return locals[thread];
    }

    @Override
    public long systemBytes() {
        return pages != null
                ? pages.usage().systemBytes()
                : ((ByteBufAllocatorMetricProvider) allocator).metric().usedDirectMemory();
    }

    private final class BufLocal implements Local {
        private static final int FIRST_LENGTH = 1024;

        private final long tag;
        private ByteBuf[] buffers = new ByteBuf[FIRST_LENGTH];
        private int[] unused = new int[FIRST_LENGTH];
        private int unusedCount;
        private int last;

        BufLocal(long tag) {
            this.tag = tag;
        }

        @Override
        public long take(int bytes) {
            int index = unusedCount > 0 ? unused[--unusedCount] : ++last;
            if (index == buffers.length) {
                buffers = Arrays.copyOf(buffers, 2 * index);
                unused = Arrays.copyOf(unused, 2 * index);
            }
            buffers[index] = allocator.directBuffer(bytes, bytes);
            return tag | index;
        }

        @Override
        public void free(long block) {
            if (block >>> 32 != tag >>> 32) {
                throw new IllegalStateException("a block of another thread");
            }
            int index = (int) block;
            buffers[index].release();
            buffers[index] = null;
            unused[unusedCount++] = index;
        }

        private ByteBuf buffer(long block) {
            return locals[(int) (block >>> 32)].buffers[(int) block];
        }

        @Override
        public long getLong(long block, int offset) {
            return buffer(block).getLongLE(offset);
        }

        @Override
        public void putLong(long block, int offset, long value) {
            buffer(block).setLongLE(offset, value);
        }
    }
}
