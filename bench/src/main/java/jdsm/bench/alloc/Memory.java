package jdsm.bench.alloc;

/** An allocator under measurement. A JVM loads one implementation only, so that calls cost what they cost a program. */
interface Memory {
    /**
     * What a thread uses. Called once by each thread, with its number.
     *
     * @param thread from 0, different for threads that live at the same time
     */
    Local local(int thread);

    /** The memory that the allocator has from the system, in bytes; as far as it tells. */
    long systemBytes();

    /** The share of takes of pages whose home is another thread; NaN if the allocator has no homes. */
    default double remoteShare() {
        return Double.NaN;
    }

    /** Takes and frees of one thread; reads and writes of blocks that any thread has taken. */
    interface Local {
        /** Takes a block of at least this many bytes. Returns its name, never 0. */
        long take(int bytes);

        /** Frees a block that this thread has taken; with others than Netty's allocators, one of any thread. */
        void free(long block);

        long getLong(long block, int offset);

        void putLong(long block, int offset, long value);
    }
}
