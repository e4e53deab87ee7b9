package jdsm.comm.mixed;

import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import jdsm.comm.Region;
import jdsm.comm.RegionKey;
import jdsm.comm.RemoteMemory;
import jdsm.comm.fabric.FabricMemory;

/**
 * The memory of the ranks of this host by loads and stores, and that of all others by a fabric, if there is one. Each
 * region is memory that the ranks of its host share, and is registered with the fabric as well.
 */
final class MixedMemory implements RemoteMemory {
    private final RemoteMemory near;
    /** Null without a fabric, and before the Comm's start. */
    private volatile FabricMemory far;

    MixedMemory(RemoteMemory near) {
        this.near = near;
    }

    /** Adds the memory of the ranks of other hosts. */
    void reach(FabricMemory others) {
        far = others;
    }

    private RemoteMemory of(RegionKey key) {
        FabricMemory others = far;
        return others == null || near.reaches(key.rank()) ? near : others;
    }

    @Override
    public boolean reaches(int rank) {
        return near.reaches(rank) || far != null;
    }

    @Override
    public Region register(long sizeBytes) {
        Region region = near.register(sizeBytes);
        FabricMemory others = far;
        if (others == null) {
            return region;
        }
        try {
            others.show(region);
        } catch (RuntimeException e) {
            region.close();
            throw e;
        }
        return new Shown(region, others);
    }

    private record Shown(Region region, FabricMemory others) implements Region {
        @Override
        public RegionKey key() {
            return region.key();
        }

        @Override
        public ByteBuffer buffer() {
            return region.buffer();
        }

        @Override
        public void close() {
            others.hide(region.key());
            region.close();
        }
    }

    @Override
    public void get(RegionKey key, long offset, ByteBuffer target) {
        of(key).get(key, offset, target);
    }

    @Override
    public void put(RegionKey key, long offset, ByteBuffer source) {
        of(key).put(key, offset, source);
    }

    @Override
    public void getRecord(RegionKey key, long offset, ByteBuffer target) {
        of(key).getRecord(key, offset, target);
    }

    @Override
    public void putRecord(RegionKey key, long offset, ByteBuffer source) {
        of(key).putRecord(key, offset, source);
    }

    @Override
    public long getLong(RegionKey key, long offset) {
        return of(key).getLong(key, offset);
    }

    @Override
    public void putLong(RegionKey key, long offset, long value) {
        of(key).putLong(key, offset, value);
    }

    @Override
    public void putLongNbi(RegionKey key, long offset, long value) {
        of(key).putLongNbi(key, offset, value);
    }

    @Override
    public long compareAndExchange(RegionKey key, long offset, long expected, long next) {
        return of(key).compareAndExchange(key, offset, expected, next);
    }

    @Override
    public CompletableFuture<Void> getAsync(RegionKey key, long offset, ByteBuffer target) {
        return of(key).getAsync(key, offset, target);
    }

    @Override
    public CompletableFuture<Void> getRecordAsync(RegionKey key, long offset, ByteBuffer target) {
        return of(key).getRecordAsync(key, offset, target);
    }

    @Override
    public CompletableFuture<Void> putAsync(RegionKey key, long offset, ByteBuffer source) {
        return of(key).putAsync(key, offset, source);
    }

    @Override
    public void fence() {
        near.fence();
        FabricMemory others = far;
        if (others != null) {
            others.fence();
        }
    }
}
