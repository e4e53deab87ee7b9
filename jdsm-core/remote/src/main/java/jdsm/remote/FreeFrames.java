package jdsm.remote;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.stream.LongStream;
import jdsm.comm.memory.AllocatorSettings;
import jdsm.comm.memory.PageAllocator;
import jdsm.comm.memory.PagePolicy;

/** The frames without a page, and the memory of all frames, which each gets when it is first needed. For the thread of the space. */
final class FreeFrames {
    private static final int ALIGNMENT = 4096;

    private final int pageBytes;
    private final PageAllocator allocator;
    /** By frame: its memory, or 0. */
    private final long[] slots;

    private final Deque<Frame> free = new ArrayDeque<>();

    FreeFrames(Frame[] frames, int pageBytes) {
        this.pageBytes = pageBytes;
        allocator = new PageAllocator(
                AllocatorSettings.of(PagePolicy.PS).withPages(Math.min(pageBytes, SpaceSettings.ALLOCATOR_PAGE), 1));
        slots = new long[frames.length];
        for (int i = 0; i < frames.length; i++) {
            frames[i] = new Frame(i);
            free.add(frames[i]);
        }
    }

    int size() {
        return free.size();
    }

    /** Takes a frame; null if there are no more than are reserved. */
    Frame take(long reserved) {
        if (free.size() <= reserved) {
            return null;
        }
        giveMemory(free.element());
        return free.remove();
    }

    /**
     * Gives memory to the frames that are taken next.
     *
     * @throws jdsm.comm.CommException if there is none; nothing has changed then
     */
    void prepare(long count) {
        free.stream().limit(count).forEach(this::giveMemory);
    }

    private void giveMemory(Frame frame) {
        if (frame.memory == null) {
            slots[frame.number] = allocator.take(pageBytes, Math.min(pageBytes, ALIGNMENT));
            frame.give(allocator.view(slots[frame.number], pageBytes));
        }
    }

    void add(Frame frame) {
        free.add(frame);
    }

    /** Gives the memory back. */
    void close() {
        LongStream.of(slots).filter(slot -> slot != 0).forEach(allocator::free);
    }
}
