package jdsm.memory;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import jdsm.comm.RemoteMemory;

/**
 * A rank's {@link HomeSegment}s: registered regions, the pages, cut into slots of one size each. Slots of more than a
 * page have a region alone. A slot that is free serves the next segment of its size. Of each size one page without
 * segments is kept, others are closed; no more pages are registered than were once needed at the same time.
 *
 * <p>Used by one thread, with all its segments. Nothing blocks on any other rank; a new page costs the time to get its
 * memory. It needs no closing: regions end with their Comm.
 */
public final class SegmentHeap {
    private static final int PAGE_BYTES = 1 << 20;

    private final RemoteMemory memory;
    private final int pageBytes;
    private final Map<Integer, SizeClass> sizes = new HashMap<>();
    private int lastGeneration;

    public SegmentHeap(RemoteMemory memory) {
        this(memory, PAGE_BYTES);
    }

    SegmentHeap(RemoteMemory memory, int pageBytes) {
        this.memory = memory;
        this.pageBytes = pageBytes;
    }

    /**
     * Makes a segment and writes a content into it. If this throws, there is none.
     *
     * @param unit not negative
     * @param version of the content
     * @param lengthBytes of the content, from 0 on
     * @param encoder puts the content, all {@code lengthBytes}, from the position to the limit of the buffer that it is
     *     given: little-endian, the registered memory itself, not to be used after it has returned
     * @throws IllegalArgumentException for a negative unit or length, or a content of 2 GiB
     * @throws IllegalStateException if the encoder has put less than {@code lengthBytes}
     * @throws jdsm.comm.CommException if the Comm has failed or is closed; with {@link
     *     jdsm.comm.CommException.Reason#NO_MEMORY} if there is none, the Comm goes on then
     */
    public HomeSegment export(int unit, long version, int lengthBytes, Consumer<ByteBuffer> encoder) {
        if (unit < 0) {
            throw new IllegalArgumentException("unit " + unit);
        }
        HomeSegment segment = new HomeSegment(this, unit);
        segment.place(version, lengthBytes, encoder);
        return segment;
    }

    /** How much is registered now, in bytes. */
    public long registeredBytes() {
        return sizes.values().stream().mapToLong(SizeClass::registeredBytes).sum();
    }

    /** Not 0. After four thousand million it begins anew, which hurts nobody: see {@link SegmentLocation}. */
    int nextGeneration() {
        lastGeneration++;
        if (lastGeneration == 0) {
            lastGeneration = 1;
        }
        return lastGeneration;
    }

    /** A slot with a content. */
    Slot fill(long tag, long version, int lengthBytes, Consumer<ByteBuffer> encoder) {
        int slotBytes = SlotLayout.slotBytes(lengthBytes);
        Slot slot = sizes.computeIfAbsent(slotBytes, size -> new SizeClass(memory, size, pageBytes))
                .take();
        boolean filled = false;
        try {
            slot.write(tag, version, lengthBytes, encoder);
            filled = true;
        } finally {
            if (!filled) {
                free(slot);
            }
        }
        return slot;
    }

    /** It must be nobody's. */
    void free(Slot slot) {
        sizes.get(slot.page().slotBytes()).free(slot);
    }
}
