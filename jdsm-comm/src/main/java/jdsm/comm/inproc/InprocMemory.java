package jdsm.comm.inproc;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import jdsm.comm.CommException;
import jdsm.comm.CommException.Reason;
import jdsm.comm.Region;
import jdsm.comm.RegionKey;
import jdsm.comm.spi.LoadStoreMemory;
import jdsm.comm.spi.WordMemory;

/**
 * The registered memory of one rank, and access to that of the other ranks in the same JVM. The monitor orders
 * registering against the rank's end; accesses take no lock.
 */
final class InprocMemory extends LoadStoreMemory {
    private final InprocComm comm;
    private final Map<RegionKey, WordMemory> regions = new ConcurrentHashMap<>();
    private long lastId;
    private volatile CommException end;

    InprocMemory(InprocComm comm) {
        this.comm = comm;
    }

    @Override
    public boolean reaches(int rank) {
        return true;
    }

    @Override
    public Region register(long sizeBytes) {
        checkSize(sizeBytes);
        checkUsable(rank());
        WordMemory memory = allocate((int) sizeBytes);
        synchronized (this) {
            checkPresent();
            RegionKey key = new RegionKey(rank(), ++lastId, sizeBytes);
            regions.put(key, memory);
            return region(key);
        }
    }

    private static WordMemory allocate(int sizeBytes) {
        try {
            return WordMemory.allocate(sizeBytes);
        } catch (OutOfMemoryError e) {
            throw new CommException(
                    Reason.NO_MEMORY, -1, "no memory for a region of " + sizeBytes + " bytes: " + e.getMessage(), e);
        }
    }

    /** Closes all regions, because the rank leaves or has failed. The first cause stays. */
    synchronized void end(CommException cause) {
        if (end == null) {
            // Set before the regions go: an access that misses its region reports the cause.
            end = cause;
            regions.clear();
        }
    }

    private void checkPresent() {
        CommException cause = end;
        if (cause != null) {
            throw new CommException(cause.reason(), cause.peer(), cause.getMessage(), cause);
        }
    }

    @Override
    protected void checkUsable(int rank) {
        comm.checkReaches(rank);
    }

    @Override
    protected int rank() {
        return comm.rank();
    }

    @Override
    protected WordMemory reach(RegionKey key) {
        return comm.memoryOf(key.rank()).find(key);
    }

    private WordMemory find(RegionKey key) {
        WordMemory memory = regions.get(key);
        if (memory == null) {
            checkPresent();
            throw noRegion(key);
        }
        return memory;
    }

    @Override
    protected WordMemory registered(RegionKey key) {
        return regions.get(key);
    }

    @Override
    protected void unregister(RegionKey key) {
        regions.remove(key);
    }
}
