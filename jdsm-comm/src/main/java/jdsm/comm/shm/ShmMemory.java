package jdsm.comm.shm;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntPredicate;
import java.util.function.Supplier;
import jdsm.comm.CommException;
import jdsm.comm.CommException.Reason;
import jdsm.comm.Region;
import jdsm.comm.RegionKey;
import jdsm.comm.spi.Arrivals;
import jdsm.comm.spi.LoadStoreMemory;
import jdsm.comm.spi.WordMemory;

/**
 * Remote memory whose regions are files that every accessing rank maps. A file begins with the state of its region,
 * because a mapping outlives the file. The monitor orders registering against the rank's end; accesses take no lock.
 */
final class ShmMemory extends LoadStoreMemory {
    private static final int HEADER_BYTES = 64;
    private static final int CLOSED = 0;
    private static final int REGISTERED = 1;
    private static final int LEFT = 2;
    private static final int FAILED = 3;
    private static final VarHandle INT = MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    private final int rank;
    private final Arrivals arrivals;
    /** Returns the directory of this rank's files; null in a job of one rank. */
    private final Supplier<ShmJoin.Place> ownPlace;
    /** Whether a rank shares memory with this one; true for this rank itself. */
    private final IntPredicate reached;
    /** The regions of this rank, and the accessed regions of others. */
    private final Map<RegionKey, Mapped> regions = new ConcurrentHashMap<>();

    private long lastId;
    private boolean ended;

    /**
     * A mapped region.
     *
     * @param all the mapping of the file; null if the region has no file
     * @param memory the region without the state
     * @param file the path of the file; null if the region has none
     */
    private record Mapped(MappedByteBuffer all, WordMemory memory, Path file) {
        Mapped(MappedByteBuffer all, Path file) {
            this(all, WordMemory.over(all.slice(HEADER_BYTES, all.capacity() - HEADER_BYTES)), file);
        }

        int state() {
            return all == null ? REGISTERED : (int) INT.getAcquire(all, 0);
        }
    }

    ShmMemory(int rank, Arrivals arrivals, Supplier<ShmJoin.Place> ownPlace, IntPredicate reached) {
        this.rank = rank;
        this.arrivals = arrivals;
        this.ownPlace = ownPlace;
        this.reached = reached;
    }

    @Override
    public boolean reaches(int other) {
        return reached.test(other);
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
            return region(key);
        }
    }

    private Mapped create(RegionKey key) {
        ShmJoin.Place place = ownPlace.get();
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
                    Reason.NO_MEMORY, -1, "no memory for a region of " + key.sizeBytes() + " bytes: " + e, e);
        }
    }

    private static String name(RegionKey key) {
        return JobFiles.region(key.rank(), key.id());
    }

    /** Closes all regions of this rank, because the rank leaves or has failed. */
    synchronized void end(boolean failed) {
        ended = true;
        regions.forEach((key, region) -> {
            if (key.rank() == rank()) {
                unregister(region, failed ? FAILED : LEFT);
            }
        });
        regions.clear();
    }

    private static void unregister(Mapped region, int state) {
        if (region != null && region.all() != null) {
            INT.setRelease(region.all(), 0, state);
            try {
                Files.deleteIfExists(region.file());
            } catch (IOException e) {
                // The rank removes its files again when it leaves.
            }
        }
    }

    @Override
    protected void checkUsable(int rank) {
        arrivals.checkReaches(rank);
    }

    @Override
    protected int rank() {
        return rank;
    }

    @Override
    protected WordMemory reach(RegionKey key) {
        Mapped region = regions.get(key);
        if (region == null && key.rank() != rank()) {
            region = open(key);
        }
        int state = region == null ? CLOSED : region.state();
        if (state != REGISTERED) {
            regions.remove(key);
            throw switch (state) {
                case LEFT -> new CommException(Reason.CLOSED, key.rank(), "rank " + key.rank() + " has left the job");
                case FAILED ->
                    new CommException(
                            Reason.PEER_LOST, key.rank(), "lost rank " + key.rank() + ": its Comm has failed");
                default -> noRegion(key);
            };
        }
        return region.memory();
    }

    /** Maps a region of another rank. Returns null if there is none of that size. */
    private Mapped open(RegionKey key) {
        ShmJoin.Place place = ownPlace.get();
        Path path = place == null || !reaches(key.rank()) ? null : place.job().find(name(key));
        if (path == null) {
            return null;
        }
        try {
            MappedByteBuffer all = SharedFile.map(path);
            if (all.capacity() != HEADER_BYTES + key.sizeBytes()) {
                return null;
            }
            // Closed regions would stay mapped.
            regions.values().removeIf(other -> other.state() != REGISTERED);
            Mapped mapped = new Mapped(all, path);
            Mapped before = regions.putIfAbsent(key, mapped);
            return before == null ? mapped : before;
        } catch (NoSuchFileException e) {
            return null; // its rank has closed the region meanwhile
        } catch (IOException e) {
            throw new CommException(Reason.NO_MEMORY, key.rank(), "cannot map " + path + ": " + e, e);
        }
    }

    @Override
    protected WordMemory registered(RegionKey key) {
        Mapped region = regions.get(key);
        return region == null ? null : region.memory();
    }

    @Override
    protected void unregister(RegionKey key) {
        unregister(regions.remove(key), CLOSED);
    }
}
