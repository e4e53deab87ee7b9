package jdsm.memory;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import jdsm.comm.RemoteMemory;

/**
 * Allocates the {@link HomeSegment}s of a rank in pages: registered regions, divided into slots of one size each. A
 * slot that is larger than a page has a region of its own. A free slot serves the next segment of its size. The heap
 * keeps one empty page of each size and closes further empty ones.
 *
 * <p>Used by one thread, with all its segments. No method waits for another rank; a new page costs the time to register
 * its memory. The heap needs no closing: regions end with their Comm.
 */
public final class SegmentHeap {
    private static final int PAGE_BYTES = 1 << 20;

    private final RemoteMemory memory;
    private final int pageBytes;
    private final Map<Integer, SizeClass> sizes = new HashMap<>();
    private int lastGeneration;

    /** Makes an empty heap, whose pages {@code memory} registers. */
    public SegmentHeap(RemoteMemory memory) {
        this(memory, PAGE_BYTES);
    }

    SegmentHeap(RemoteMemory memory, int pageBytes) {
        this.memory = memory;
        this.pageBytes = pageBytes;
    }

    /**
     * Makes a segment with a content. If the method throws, there is no segment.
     *
     * @param unit the unit, not negative
     * @param version the version of the content
     * @param lengthBytes the length of the content in bytes, from 0
     * @param encoder puts the whole content from the position to the limit of a little-endian buffer: the registered
     *     memory itself, not to be used after the return
     * @throws IllegalArgumentException for a negative unit or length, or a content of 2 GiB
     * @throws IllegalStateException if the encoder has put less than {@code lengthBytes}
     * @throws jdsm.comm.CommException if the Comm has failed or is closed; with
     *     {@link jdsm.comm.CommException.Reason#NO_MEMORY} if there is no memory, after which the Comm continues
     */
    public HomeSegment export(int unit, long version, int lengthBytes, Consumer<ByteBuffer> encoder) {
        if (unit < 0) {
            throw new IllegalArgumentException("unit " + unit);
        }
        HomeSegment segment = new HomeSegment(this, unit);
        segment.place(version, lengthBytes, encoder);
        return segment;
    }

    /** The registered memory in bytes. */
    public long registeredBytes() {
        return sizes.values().stream().mapToLong(SizeClass::registeredBytes).sum();
    }

    /**
     * The next generation, never 0. Generations repeat after four thousand million, which is harmless: see
     * {@link SegmentLocation}.
     */
    int nextGeneration() {
        lastGeneration++;
        if (lastGeneration == 0) {
            lastGeneration = 1;
        }
        return lastGeneration;
    }

    /** Takes a slot and writes a content into it. */
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

    /** Frees a slot whose tag no longer names a unit. */
    void free(Slot slot) {
        sizes.get(slot.page().slotBytes()).free(slot);
    }
}
