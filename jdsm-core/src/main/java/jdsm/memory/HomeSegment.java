package jdsm.memory;

import java.nio.ByteBuffer;
import java.util.function.Consumer;

/**
 * A unit's content in registered memory, where other ranks read it by {@link SegmentReader} while its owner may write.
 * From {@link SegmentHeap#export}; used by the heap's thread alone. Nothing blocks on another rank.
 */
public final class HomeSegment {
    private final SegmentHeap heap;
    private final int unit;
    /** Null: gone. */
    private Slot slot;

    private int generation;
    /** Of the content. */
    private long version;

    /** Without a content yet. */
    HomeSegment(SegmentHeap heap, int unit) {
        this.heap = heap;
        this.unit = unit;
    }

    /**
     * Replaces the content. When this has returned, every read that begins gives this version or a later one, or none.
     * A content for which the slot is too small gets another one, and the old place is gone. If this throws, but for a
     * wrong length, the segment is gone: what others could still read there would be out of date.
     *
     * @param version of the content
     * @param lengthBytes of the content, from 0 on
     * @param encoder as for {@link SegmentHeap#export}; whoever reads meanwhile waits, so it should only copy
     * @return whether the segment is elsewhere now, so that {@link #location} has changed
     * @throws IllegalStateException if the segment is gone, or the encoder has put less than {@code lengthBytes}
     * @throws IllegalArgumentException for a negative length, or a content of 2 GiB
     * @throws jdsm.comm.CommException as {@link SegmentHeap#export}
     */
    public boolean write(long version, int lengthBytes, Consumer<ByteBuffer> encoder) {
        checkThere();
        SlotLayout.checkContent(lengthBytes);
        boolean written = false;
        try {
            boolean fits = lengthBytes <= slot.capacityBytes();
            this.version = version;
            if (fits) {
                slot.write(SlotLayout.tag(unit, generation), version, lengthBytes, encoder);
            } else {
                Slot old = slot;
                place(version, lengthBytes, encoder);
                give(old);
            }
            written = true;
            return !fits;
        } finally {
            if (!written) {
                gone();
            }
        }
    }

    /** Gets a slot and generation, with this content; if it throws, all is as before. */
    void place(long version, int lengthBytes, Consumer<ByteBuffer> encoder) {
        int next = heap.nextGeneration();
        slot = heap.fill(SlotLayout.tag(unit, next), version, lengthBytes, encoder);
        generation = next;
        this.version = version;
    }

    /** Whether somebody has read the present content. A hint: it may be told late, and now and then wrongly. */
    public boolean wasRead() {
        checkThere();
        return slot.wasRead(version);
    }

    /**
     * Takes the content away, until the next {@link #write}; the location stays good. When this has returned, every read
     * that begins, and every one that is still under way when it looks at the sequence for the last time, finds no content.
     *
     * @throws IllegalStateException if the segment is gone
     */
    public void empty() {
        checkThere();
        slot.empty(SlotLayout.tag(unit, generation));
    }

    /**
     * Takes the content away, and the place: when this has returned, every read that begins, and every one that is still under way
     * when it looks at the sequence for the last time, finds it gone. The slot may serve another unit at once.
     * Idempotent.
     */
    public void gone() {
        if (slot != null) {
            Slot old = slot;
            slot = null;
            give(old);
        }
    }

    private void give(Slot old) {
        old.clear();
        heap.free(old);
    }

    /**
     * Where it is now.
     *
     * @throws IllegalStateException if it is gone
     */
    public SegmentLocation location() {
        checkThere();
        return new SegmentLocation(
                slot.page().key(), slot.offset(), unit, generation, slot.page().slotBytes());
    }

    private void checkThere() {
        if (slot == null) {
            throw new IllegalStateException("the segment of unit " + unit + " is gone");
        }
    }
}
