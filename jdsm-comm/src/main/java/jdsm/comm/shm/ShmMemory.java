package jdsm.comm.shm;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import jdsm.comm.CommException;
import jdsm.comm.CommException.Reason;
import jdsm.comm.Region;
import jdsm.comm.RegionKey;
import jdsm.comm.spi.LoadStoreMemory;
import jdsm.comm.spi.WordMemory;

/**
 * Regions as files that whoever accesses them maps. A file begins with a line that says whether its region is still registered:
 * a mapping outlives the file. The monitor guards registering against the rank's end; accesses take no lock.
 */
final class ShmMemory extends LoadStoreMemory {
    private static final int HEADER_BYTES = 64;
    private static final int REGISTERED = 1;
    private static final VarHandle INT = MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    private final ShmComm comm;
    /** Own regions and those of others that have been accessed. */
    private final Map<RegionKey, Mapped> regions = new ConcurrentHashMap<>();

    private long lastId;
    private boolean ended;

    /** @param file its path, or null where no other rank could open it */
    private record Mapped(MappedByteBuffer all, WordMemory memory, Path file) {
        Mapped(MappedByteBuffer all, Path file) {
            this(all, WordMemory.over(all.slice(HEADER_BYTES, all.capacity() - HEADER_BYTES)), file);
        }

        boolean isRegistered() {
            return all == null || (int) INT.getAcquire(all, 0) == REGISTERED;
        }
    }

    ShmMemory(ShmComm comm) {
        this.comm = comm;
    }

    @Override
    public Region register(long sizeBytes) {
        checkSize(sizeBytes);
        checkUsable(rank());
        synchronized (this) {
            if (ended) {
                throw new CommException(Reason.CLOSED, rank(), "this Comm is closed");
            }
            RegionKey key = new RegionKey(rank(), ++lastId, sizeBytes);
            regions.put(key, create(key));
            return new Registration(key);
        }
    }

    private Mapped create(RegionKey key) {
        ShmJoin.Place place = comm.place();
        try {
            if (place == null) {
                return new Mapped(null, WordMemory.allocate((int) key.sizeBytes()), null);
            }
            Path path = place.directory().resolve(name(key));
            MappedByteBuffer all = SharedFile.create(path, HEADER_BYTES + (int) key.sizeBytes());
            INT.setRelease(all, 0, REGISTERED);
            return new Mapped(all, path);
        } catch (IOException | OutOfMemoryError e) {
            throw new CommException(
                    Reason.TRANSPORT, -1, "no memory for a region of " + key.sizeBytes() + " bytes: " + e, e);
        }
    }

    private static String name(RegionKey key) {
        return key.rank() + ".region-" + key.id();
    }

    /** This rank has left or failed: its regions are gone. */
    synchronized void end() {
        ended = true;
        regions.keySet().removeIf(key -> {
            if (key.rank() == rank()) {
                unregister(regions.get(key));
            }
            return true;
        });
    }

    private static void unregister(Mapped region) {
        if (region != null && region.all() != null) {
            INT.setRelease(region.all(), 0, 0);
            try {
                Files.deleteIfExists(region.file());
            } catch (IOException e) {
                // The folder goes with all that is in it.
            }
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
        Mapped region = regions.get(key);
        if (region == null && key.rank() != rank()) {
            region = open(key);
        }
        if (region == null || !region.isRegistered()) {
            regions.remove(key);
            throw noRegion(key);
        }
        return region.memory();
    }

    /** Another rank's region; null if there is none of that size. */
    private Mapped open(RegionKey key) {
        ShmJoin.Place place = comm.place();
        Path path = place == null ? null : place.job().find(name(key));
        if (path == null) {
            return null;
        }
        try {
            MappedByteBuffer all = SharedFile.map(path);
            if (all.capacity() != HEADER_BYTES + key.sizeBytes()) {
                return null;
            }
            regions.putIfAbsent(key, new Mapped(all, path));
            return regions.get(key);
        } catch (IOException e) {
            return null; // closed in between
        }
    }

    /** What the program has of a region. */
    private final class Registration implements Region {
        private final RegionKey key;

        Registration(RegionKey key) {
            this.key = key;
        }

        @Override
        public RegionKey key() {
            return key;
        }

        @Override
        public ByteBuffer buffer() {
            Mapped region = regions.get(key);
            if (region == null) {
                throw new IllegalStateException(key + " is closed");
            }
            return region.memory().view();
        }

        @Override
        public void close() {
            unregister(regions.remove(key));
        }
    }
}
