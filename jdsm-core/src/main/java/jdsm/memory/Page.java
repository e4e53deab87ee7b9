package jdsm.memory;

import java.nio.ByteBuffer;
import java.util.BitSet;
import jdsm.comm.Region;
import jdsm.comm.RegionKey;
import jdsm.comm.RemoteMemory;

/** A registered region, cut into slots of one size. The lowest free slot goes first. */
final class Page {
    private final RemoteMemory memory;
    private final long number;
    private final int slotBytes;
    private final int slots;
    private final Region region;
    private final ByteBuffer view;
    private final BitSet taken = new BitSet();
    private int takenSlots;

    /** @throws jdsm.comm.CommException as {@link RemoteMemory#register} */
    Page(RemoteMemory memory, long number, int slotBytes, int slots) {
        this.memory = memory;
        this.number = number;
        this.slotBytes = slotBytes;
        this.slots = slots;
        region = memory.register((long) slots * slotBytes);
        view = region.buffer();
    }

    /** @throws IllegalStateException if there is none */
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

    /** @throws IllegalStateException if it is free already */
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

    /** Of the whole region, little-endian. */
    ByteBuffer view() {
        return view;
    }

    int slotBytes() {
        return slotBytes;
    }

    /** In the order of registering. */
    long number() {
        return number;
    }
}
