package jdsm.comm.spi;

import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ReadOnlyBufferException;
import java.util.concurrent.CompletableFuture;
import jdsm.comm.CommException;
import jdsm.comm.CommException.Reason;
import jdsm.comm.Region;
import jdsm.comm.RegionKey;
import jdsm.comm.RemoteMemory;

/**
 * Remote memory that the calling thread accesses by its own loads and stores. A transport finds the memory of a region.
 * Asynchronous operations are complete when the call returns. Thread-safe.
 */
public abstract class LoadStoreMemory implements RemoteMemory {
    /**
     * Checks that this rank may access memory and that the job has a rank.
     *
     * @throws IllegalArgumentException if the job has no such rank
     * @throws CommException if this rank's Comm has failed or is closed
     * @throws IllegalStateException if it is not started
     */
    protected abstract void checkUsable(int rank);

    /** Returns this rank. */
    protected abstract int rank();

    /**
     * Returns the memory of a region. The caller has checked the key, the range and that this Comm is usable.
     *
     * @throws CommException if no such region is registered, or its rank is gone
     */
    protected abstract WordMemory reach(RegionKey key);

    /** Returns the memory of a region of this rank, or null if the region is closed. */
    protected abstract WordMemory registered(RegionKey key);

    /** Closes a region of this rank; has no effect on a closed region. */
    protected abstract void unregister(RegionKey key);

    /** Returns the program's handle of a region of this rank. */
    protected final Region region(RegionKey key) {
        return new Region() {
            @Override
            public RegionKey key() {
                return key;
            }

            @Override
            public ByteBuffer buffer() {
                WordMemory memory = registered(key);
                if (memory == null) {
                    throw new IllegalStateException(key + " is closed");
                }
                return memory.view();
            }

            @Override
            public void close() {
                unregister(key);
            }
        };
    }

    /** Returns the exception that {@link #reach} throws for a key without a registered region. */
    protected static CommException noRegion(RegionKey key) {
        return new CommException(
                Reason.NO_REGION, key.rank(), "no such region: " + key + " is closed or was never registered");
    }

    /** @throws IllegalArgumentException if the size is not 1 to {@link #MAX_REGION_BYTES} */
    protected static void checkSize(long sizeBytes) {
        if (sizeBytes < 1 || sizeBytes > MAX_REGION_BYTES) {
            throw new IllegalArgumentException(
                    "a region of " + sizeBytes + " bytes: a region has 1 to " + MAX_REGION_BYTES + " bytes");
        }
    }

    @Override
    public final void get(RegionKey key, long offset, ByteBuffer target) {
        checkGet(key, offset, target);
        reach(key).get((int) offset, target);
    }

    @Override
    public final void put(RegionKey key, long offset, ByteBuffer source) {
        check(key, offset, source);
        reach(key).put((int) offset, source);
    }

    @Override
    public final long getLong(RegionKey key, long offset) {
        return word(key, offset).getLong((int) offset);
    }

    @Override
    public final void putLong(RegionKey key, long offset, long value) {
        word(key, offset).putLong((int) offset, value);
    }

    @Override
    public final void putLongNbi(RegionKey key, long offset, long value) {
        word(key, offset).putLongNbi((int) offset, value);
    }

    @Override
    public final long compareAndExchange(RegionKey key, long offset, long expected, long next) {
        return word(key, offset).compareAndExchange((int) offset, expected, next);
    }

    @Override
    public final CompletableFuture<Void> getAsync(RegionKey key, long offset, ByteBuffer target) {
        checkGet(key, offset, target);
        return done(() -> reach(key).get((int) offset, target));
    }

    @Override
    public final CompletableFuture<Void> putAsync(RegionKey key, long offset, ByteBuffer source) {
        check(key, offset, source);
        return done(() -> reach(key).put((int) offset, source));
    }

    @Override
    public final void fence() {
        checkUsable(rank());
        VarHandle.fullFence();
    }

    private static CompletableFuture<Void> done(Runnable access) {
        try {
            access.run();
            return CompletableFuture.completedFuture(null);
        } catch (CommException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private WordMemory word(RegionKey key, long offset) {
        checkUsable(key.rank());
        key.checkWord(offset);
        return reach(key);
    }

    private void checkGet(RegionKey key, long offset, ByteBuffer target) {
        if (target.isReadOnly()) {
            throw new ReadOnlyBufferException();
        }
        check(key, offset, target);
    }

    private void check(RegionKey key, long offset, ByteBuffer other) {
        checkUsable(key.rank());
        key.checkRange(offset, other.remaining());
    }
}
