package jdsm.comm.sim;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.ReadOnlyBufferException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import jdsm.comm.CommException;
import jdsm.comm.Region;
import jdsm.comm.RegionKey;
import jdsm.comm.RemoteMemory;
import jdsm.comm.sim.SimOperation.Direction;
import jdsm.comm.spi.WordMemory;

/**
 * One rank's view of a {@link SimMemory}; the rank counts as one thread. The asynchronous forms only begin an operation.
 * Those that block make steps of whatever is under way, as the scheduler picks, until they are complete, so that other
 * operations go on beneath them. Operations on one word are one step, made in the call.
 */
public final class SimRemoteMemory implements RemoteMemory {
    private final SimMemory memory;
    private final int rank;
    private long fences;

    SimRemoteMemory(SimMemory memory, int rank) {
        this.memory = memory;
        this.rank = rank;
    }

    int rank() {
        return rank;
    }

    long fences() {
        return fences;
    }

    @Override
    public boolean reaches(int other) {
        return true;
    }

    @Override
    public Region register(long sizeBytes) {
        if (sizeBytes < 1 || sizeBytes > MAX_REGION_BYTES) {
            throw new IllegalArgumentException("a region of " + sizeBytes + " bytes; one has 1 to " + MAX_REGION_BYTES);
        }
        memory.checkUsable(rank);
        return new SimRegion(memory.register(rank, (int) sizeBytes));
    }

    /** As {@link #getAsync}, and gives the operation itself. */
    public SimOperation beginGet(RegionKey key, long offset, ByteBuffer target) {
        if (target.isReadOnly()) {
            throw new ReadOnlyBufferException();
        }
        return begin(Direction.GET, key, offset, target);
    }

    /** As {@link #putAsync}, and gives the operation itself. */
    public SimOperation beginPut(RegionKey key, long offset, ByteBuffer source) {
        return begin(Direction.PUT, key, offset, source);
    }

    private SimOperation begin(Direction direction, RegionKey key, long offset, ByteBuffer buffer) {
        memory.checkRank(key.rank());
        key.checkRange(offset, buffer.remaining());
        memory.checkUsable(rank);
        SimOperation operation = new SimOperation(memory, this, direction, key, (int) offset, buffer);
        memory.begin(operation);
        return operation;
    }

    @Override
    public CompletableFuture<Void> getAsync(RegionKey key, long offset, ByteBuffer target) {
        return beginGet(key, offset, target).done();
    }

    @Override
    public CompletableFuture<Void> putAsync(RegionKey key, long offset, ByteBuffer source) {
        return beginPut(key, offset, source).done();
    }

    @Override
    public void get(RegionKey key, long offset, ByteBuffer target) {
        complete(beginGet(key, offset, target));
    }

    @Override
    public void put(RegionKey key, long offset, ByteBuffer source) {
        complete(beginPut(key, offset, source));
    }

    private void complete(SimOperation operation) {
        memory.stepUntil(operation.done()::isDone);
        try {
            operation.done().join();
        } catch (CompletionException e) {
            CommException cause = (CommException) e.getCause();
            throw new CommException(cause.reason(), cause.peer(), cause.getMessage(), cause);
        }
    }

    @Override
    public long getLong(RegionKey key, long offset) {
        return word(key, offset).getLong((int) offset);
    }

    @Override
    public void putLong(RegionKey key, long offset, long value) {
        word(key, offset).putLong((int) offset, value);
    }

    @Override
    public void putLongNbi(RegionKey key, long offset, long value) {
        key.checkWord(offset);
        beginPut(
                key,
                offset,
                ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN).putLong(0, value));
    }

    @Override
    public long compareAndExchange(RegionKey key, long offset, long expected, long next) {
        return word(key, offset).compareAndExchange((int) offset, expected, next);
    }

    private WordMemory word(RegionKey key, long offset) {
        memory.checkRank(key.rank());
        key.checkWord(offset);
        memory.checkUsable(rank);
        memory.stepUntil(() -> !memory.hasEarlier(rank, fences));
        return memory.find(key);
    }

    /** Waits for nothing: what comes later is held back. */
    @Override
    public void fence() {
        memory.checkUsable(rank);
        fences++;
    }

    private final class SimRegion implements Region {
        private final RegionKey key;

        SimRegion(RegionKey key) {
            this.key = key;
        }

        @Override
        public RegionKey key() {
            return key;
        }

        @Override
        public ByteBuffer buffer() {
            if (!memory.isRegistered(key)) {
                throw new IllegalStateException(key + " is closed");
            }
            return memory.find(key).view();
        }

        @Override
        public void close() {
            memory.deregister(key);
        }
    }
}
