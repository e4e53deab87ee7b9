package jdsm.memory;

import java.nio.ByteBuffer;
import java.util.function.Consumer;

/**
 * The home segment of a unit: its content in registered memory, which other ranks read by {@link SegmentReader} while
 * the owner may write. Made by {@link SegmentHeap#export}; used by the heap's thread only. No method waits for another
 * rank.
 */
public final class HomeSegment {
    private final SegmentHeap heap;
    private final int unit;
    /** Null after {@link #gone}. */
    private Slot slot;

    private int generation;
    /** The version of the content. */
    private long version;

    /** A segment without a slot, until {@link #place}. */
    HomeSegment(SegmentHeap heap, int unit) {
        this.heap = heap;
        this.unit = unit;
    }

    /**
     * Replaces the content. A read that begins after the return finds this version, a later one, or no content. A
     * content that does not fit the slot moves the segment to another slot, and a reader of the old location finds the
     * segment gone. If the method throws, except for a wrong length, the segment is gone, because its content would be
     * out of date.
     *
     * @param version the version of the content
     * @param lengthBytes the length of the content in bytes, from 0
     * @param encoder as for {@link SegmentHeap#export}; readers wait meanwhile, so it should only copy
     * @return whether the segment has moved, so that {@link #location} has changed
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

    /** Takes a slot and a generation for this content. If it throws, the segment is unchanged. */
    void place(long version, int lengthBytes, Consumer<ByteBuffer> encoder) {
        int next = heap.nextGeneration();
        slot = heap.fill(SlotLayout.tag(unit, next), version, lengthBytes, encoder);
        generation = next;
        this.version = version;
    }

    /** Whether a rank has read the present content. A hint: it may come late, and is sometimes wrong. */
    public boolean wasRead() {
        checkThere();
        return slot.wasRead(version);
    }

    /**
     * Removes the content until the next {@link #write}; the location stays valid. After the return, every read that
     * begins, and every read whose last look at the sequence is still to come, finds no content.
     *
     * @throws IllegalStateException if the segment is gone
     */
    public void empty() {
        checkThere();
        slot.empty(SlotLayout.tag(unit, generation));
    }

    /**
     * Removes the content and frees the slot. After the return, every read that begins, and every read whose last look
     * at the sequence is still to come, finds the segment gone. The slot may serve another unit at once. Idempotent.
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
     * The present location, for other ranks.
     *
     * @throws IllegalStateException if the segment is gone
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
