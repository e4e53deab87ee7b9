package jdsm.comm.memory;

import java.nio.ByteBuffer;

/**
 * The system from which an allocator takes memory: direct buffers ({@link DirectMemory}), registered memory, or a
 * test's simulation. An allocator calls one method at a time for pages of one length, but may call for several lengths
 * at once: implementations are thread-safe. A call may block as long as the operating system does.
 */
public interface PageSource {
    /**
     * Takes memory.
     *
     * @param lengthBytes from 1
     * @param alignmentBytes a power of two
     * @return a direct buffer of this capacity, whose first byte is at a multiple of the alignment. Only the allocator
     *     and the users of its slots access the memory until {@link #giveBack}
     * @throws OutOfMemoryError if there is none; no memory was taken
     */
    ByteBuffer take(int lengthBytes, int alignmentBytes);

    /** Gives back memory that {@link #take} has returned, the same object. Views of it may still be reachable. */
    void giveBack(ByteBuffer memory);

    /**
     * Whether free slots keep their bytes, for readers that are not told of the end of a slot. If so, a page keeps its
     * slot size for ever, and debug mode writes nothing into free slots.
     */
    default boolean keepsContents() {
        return false;
    }
}
