package jdsm.memory;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.CompletableFuture;
import jdsm.comm.CommException;
import jdsm.comm.CommException.Reason;
import jdsm.comm.Region;
import jdsm.comm.RegionKey;
import jdsm.comm.RemoteMemory;

/**
 * A memory under which readers or owners act as if one rule of the sequence lock were missing, or memory. For one read at a time.
 */
final class FaultyMemory implements RemoteMemory {
    /** Which rule. */
    enum Fault {
        NONE,
        /** The reader's second look finds what the first has found. */
        NO_SECOND_LOOK,
        /** The reader compares what its looks find, odd or not. */
        ODD_IS_READ,
        /** The owner takes each slot's sequence for 0 when it takes the slot. */
        SEQUENCE_BEGINS_ANEW,
        /** The owner does not show that it writes. */
        NEVER_ODD,
        /** Nothing is left for another region, and no means to reach one. */
        NO_MEMORY
    }

    private final RemoteMemory memory;
    private Fault fault;
    private long firstLook;
    private boolean recordRead;
    private int registrations;

    FaultyMemory(RemoteMemory memory, Fault fault) {
        this.memory = memory;
        this.fault = fault;
    }

    @Override
    public CompletableFuture<Void> getAsync(RegionKey key, long offset, ByteBuffer target) {
        checkMemory();
        boolean look = offset % SlotLayout.ALIGNMENT == SlotLayout.SEQUENCE_OFFSET;
        return memory.getAsync(key, offset, target).thenRun(() -> {
            if (look) {
                change(target.slice().order(ByteOrder.LITTLE_ENDIAN));
            }
            recordRead = !look;
        });
    }

    private void change(ByteBuffer look) {
        if (fault == Fault.ODD_IS_READ) {
            look.putLong(0, 2 * look.getLong(0));
        } else if (fault == Fault.NO_SECOND_LOOK && recordRead) {
            look.putLong(0, firstLook);
        }
        firstLook = look.getLong(0);
    }

    @Override
    public long getLong(RegionKey key, long offset) {
        return fault == Fault.SEQUENCE_BEGINS_ANEW ? 0 : memory.getLong(key, offset);
    }

    @Override
    public void putLong(RegionKey key, long offset, long value) {
        if (fault != Fault.NEVER_ODD || value % 2 == 0) {
            memory.putLong(key, offset, value);
        }
    }

    @Override
    public void putLongNbi(RegionKey key, long offset, long value) {
        memory.putLongNbi(key, offset, value);
    }

    @Override
    public boolean reaches(int rank) {
        return true;
    }

    void fault(Fault next) {
        fault = next;
    }

    int registrations() {
        return registrations;
    }

    private void checkMemory() {
        if (fault == Fault.NO_MEMORY) {
            throw new CommException(Reason.NO_MEMORY, -1, "no memory");
        }
    }

    @Override
    public Region register(long sizeBytes) {
        registrations++;
        checkMemory();
        return memory.register(sizeBytes);
    }

    @Override
    public void get(RegionKey key, long offset, ByteBuffer target) {
        memory.get(key, offset, target);
    }

    @Override
    public void put(RegionKey key, long offset, ByteBuffer source) {
        memory.put(key, offset, source);
    }

    @Override
    public long compareAndExchange(RegionKey key, long offset, long expected, long next) {
        return memory.compareAndExchange(key, offset, expected, next);
    }

    @Override
    public CompletableFuture<Void> putAsync(RegionKey key, long offset, ByteBuffer source) {
        return memory.putAsync(key, offset, source);
    }

    @Override
    public void fence() {
        memory.fence();
    }
}
