package jdsm.memory;

import java.nio.ByteBuffer;
import java.util.BitSet;
import jdsm.comm.Region;
import jdsm.comm.RegionKey;
import jdsm.comm.RemoteMemory;

/** A registered region, divided into slots of one size. The free slot with the lowest offset is taken first. */
final class Page {
    private final RemoteMemory memory;
    private final long number;
    private final int slotBytes;
    private final int slots;
    private final Region region;
    private final ByteBuffer view;
    private final BitSet taken = new BitSet();
    private int takenSlots;

    /**
     * Registers a region.
     *
     * @throws jdsm.comm.CommException as {@link RemoteMemory#register}
     */
    Page(RemoteMemory memory, long number, int slotBytes, int slots) {
        this.memory = memory;
        this.number = number;
        this.slotBytes = slotBytes;
        this.slots = slots;
        region = memory.register((long) slots * slotBytes);
        view = region.buffer();
    }

    /**
     * Takes a free slot.
     *
     * @throws IllegalStateException if there is none
     */
    Slot take() {
        int index = taken.nextClearBit(0);
        if (index >= slots) {
            throw new IllegalStateException(key() + " is full");
        }
        Slot slot = new Slot(this, index * slotBytes);
        taken.set(index);
        takenSlots++;
        return slot;
    }

    /**
     * Frees a slot.
     *
     * @throws IllegalStateException if the slot is free already
     */
    void free(Slot slot) {
        int index = slot.offset() / slotBytes;
        if (!taken.get(index)) {
            throw new IllegalStateException(slot + " is freed twice");
        }
        taken.clear(index);
        takenSlots--;
    }

    boolean isFull() {
        return takenSlots == slots;
    }

    boolean isEmpty() {
        return takenSlots == 0;
    }

    void close() {
        region.close();
    }

    RemoteMemory memory() {
        return memory;
    }

    RegionKey key() {
        return region.key();
    }

    /** A view of the whole region, little-endian. */
    ByteBuffer view() {
        return view;
    }

    int slotBytes() {
        return slotBytes;
    }

    /** The page's number, in the order of registration. */
    long number() {
        return number;
    }
}
