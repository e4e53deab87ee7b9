package jdsm.comm.ucx;

import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import jdsm.comm.Region;
import jdsm.comm.RegionKey;
import jdsm.comm.RemoteMemory;

/** The remote memory of a Comm that is perhaps not started yet. */
final class LateMemory implements RemoteMemory {
    private final Supplier<UcxMemory> memory;

    /** @param memory returns the memory, or throws what calls before the start throw */
    LateMemory(Supplier<UcxMemory> memory) {
        this.memory = memory;
    }

    @Override
    public boolean reaches(int rank) {
        return true;
    }

    @Override
    public Region register(long sizeBytes) {
        return memory.get().register(sizeBytes);
    }

    @Override
    public void get(RegionKey key, long offset, ByteBuffer target) {
        memory.get().get(key, offset, target);
    }

    @Override
    public void put(RegionKey key, long offset, ByteBuffer source) {
        memory.get().put(key, offset, source);
    }

    @Override
    public void getRecord(RegionKey key, long offset, ByteBuffer target) {
        memory.get().getRecord(key, offset, target);
    }

    @Override
    public void putRecord(RegionKey key, long offset, ByteBuffer source) {
        memory.get().putRecord(key, offset, source);
    }

    @Override
    public long getLong(RegionKey key, long offset) {
        return memory.get().getLong(key, offset);
    }

    @Override
    public void putLong(RegionKey key, long offset, long value) {
        memory.get().putLong(key, offset, value);
    }

    @Override
    public void putLongNbi(RegionKey key, long offset, long value) {
        memory.get().putLongNbi(key, offset, value);
    }

    @Override
    public long compareAndExchange(RegionKey key, long offset, long expected, long next) {
        return memory.get().compareAndExchange(key, offset, expected, next);
    }

    @Override
    public CompletableFuture<Void> getAsync(RegionKey key, long offset, ByteBuffer target) {
        return memory.get().getAsync(key, offset, target);
    }

    @Override
    public CompletableFuture<Void> getRecordAsync(RegionKey key, long offset, ByteBuffer target) {
        return memory.get().getRecordAsync(key, offset, target);
    }

    @Override
    public CompletableFuture<Void> putAsync(RegionKey key, long offset, ByteBuffer source) {
        return memory.get().putAsync(key, offset, source);
    }

    @Override
    public void fence() {
        memory.get().fence();
    }
}
