package jdsm.bench.alloc;

import jdsm.comm.memory.AllocatorSettings;
import jdsm.comm.memory.PageAllocator;
import jdsm.comm.memory.PagePolicy;
import jdsm.comm.memory.Place;

/** JDSM's allocator under a policy, with the pages of the paper: 16 KiB, one at a time from the system. */
final class PageMemory implements Memory {
    private static final int PAGE_BYTES = 16 << 10;

    private final PageAllocator pages;

    PageMemory(PagePolicy policy) {
        pages = new PageAllocator(AllocatorSettings.of(policy).withPages(PAGE_BYTES, 1));
    }

    @Override
    public Local local(int thread) {
        return new PageLocal(pages);
    }

    @Override
    public long systemBytes() {
        return pages.usage().systemBytes();
    }

    @Override
    public double remoteShare() {
        return pages.usage().remoteShare();
    }

    private static final class PageLocal implements Local {
        private final PageAllocator pages;
        private final Place place;

        PageLocal(PageAllocator pages) {
            this.pages = pages;
            place = pages.place();
        }

        @Override
        public long take(int bytes) {
            return place.take(bytes);
        }

        @Override
        public void free(long block) {
            place.free(block);
        }

        @Override
        public long getLong(long block, int offset) {
            return pages.memory(block).getLong(pages.offset(block) + offset);
        }

        @Override
        public void putLong(long block, int offset, long value) {
            pages.memory(block).putLong(pages.offset(block) + offset, value);
        }
    }
}
