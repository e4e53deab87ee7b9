package jdsm.comm.sim;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import jdsm.comm.CommException;
import jdsm.comm.RegionKey;
import jdsm.comm.spi.WordMemory;

/** A get or put that is under way in a {@link SimMemory}. */
public final class SimOperation {
    /** Which way the bytes go. */
    enum Direction {
        GET,
        PUT
    }

    /** What moves in one step: a whole aligned word, or one byte; {@code at} counts from the range's begin. */
    private record Unit(int at, int lengthBytes) {}

    private final SimMemory memory;
    private final SimRemoteMemory caller;
    private final Direction direction;
    private final RegionKey key;
    private final int offset;
    private final ByteBuffer buffer;
    private final long fences;
    private final List<Unit> left = new ArrayList<>();
    private final CompletableFuture<Void> done = new CompletableFuture<>();

    SimOperation(
            SimMemory memory,
            SimRemoteMemory caller,
            Direction direction,
            RegionKey key,
            int offset,
            ByteBuffer buffer) {
        this.memory = memory;
        this.caller = caller;
        this.direction = direction;
        this.key = key;
        this.offset = offset;
        this.buffer = buffer.slice();
        fences = caller.fences();
        int end = offset + buffer.remaining();
        for (int at = offset; at < end; ) {
            int length = at % Long.BYTES == 0 && at + Long.BYTES <= end ? Long.BYTES : 1;
            left.add(new Unit(at - offset, length));
            at += length;
        }
    }

    /**
     * Moves one word, or ends the operation where nothing is left to move. The last word ends it, too; dependents of
     * {@link #done} run in this call. If the region is gone, the operation ends with that exception.
     *
     * @return whether the operation goes on
     * @throws IllegalStateException if it is not {@link #isReady ready}
     */
    public boolean step() {
        if (!isReady()) {
            throw new IllegalStateException(this + " may make no step");
        }
        try {
            WordMemory region = memory.find(key);
            if (!left.isEmpty()) {
                move(region, takeOne());
            }
        } catch (CommException e) {
            memory.ended(this);
            done.completeExceptionally(e);
            return false;
        }
        if (!left.isEmpty()) {
            return true;
        }
        memory.ended(this);
        done.complete(null);
        return false;
    }

    private Unit takeOne() {
        int last = left.size() - 1;
        int chosen = memory.choose(left.size());
        Unit unit = left.get(chosen);
        left.set(chosen, left.get(last));
        left.remove(last);
        return unit;
    }

    private void move(WordMemory region, Unit unit) {
        ByteBuffer part = buffer.slice(unit.at(), unit.lengthBytes());
        if (direction == Direction.GET) {
            region.get(offset + unit.at(), part);
        } else {
            region.put(offset + unit.at(), part);
        }
    }

    /** Whether it may make a step: it has not ended, its rank lives, and no fence holds it back. */
    public boolean isReady() {
        return memory.isUnderWay(this) && !memory.hasEarlier(rank(), fences);
    }

    /** Ends with the operation. */
    public CompletableFuture<Void> done() {
        return done;
    }

    /** Who began it. */
    public int rank() {
        return caller.rank();
    }

    /** How many fences its rank had made before. */
    long fences() {
        return fences;
    }

    @Override
    public String toString() {
        return "rank " + rank() + "'s " + direction + " of " + buffer.capacity() + " bytes at offset " + offset + " of "
                + key + " with " + left.size() + " steps to go";
    }
}
