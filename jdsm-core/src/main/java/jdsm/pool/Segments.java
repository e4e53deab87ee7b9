package jdsm.pool;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import jdsm.codec.CodecException;
import jdsm.comm.CommException;
import jdsm.comm.CommException.Reason;
import jdsm.comm.RemoteMemory;
import jdsm.memory.HomeSegment;
import jdsm.memory.SegmentHeap;
import jdsm.memory.SegmentLocation;
import jdsm.memory.SegmentRead;
import jdsm.memory.SegmentReader;
import jdsm.sync.MalformedMessage;

/**
 * This rank's exported units in registered memory, and the known locations of those of other ranks. Service loop only.
 */
final class Segments {
    private static final int BUFFERS_KEPT = 8;
    private static final int BUFFER_BYTES_KEPT = 1 << 20;

    private final RemoteMemory memory;
    private final SegmentHeap heap;
    private final SegmentReader reader;
    private final ByUnit<HomeSegment> own;
    private final ByUnit<SegmentLocation> others;
    private final Deque<ByteBuffer> buffers = new ArrayDeque<>();

    /** @param initialUnits the number of units that all ranks have from the beginning */
    Segments(RemoteMemory memory, int initialUnits) {
        this.memory = memory;
        this.own = new ByUnit<>(initialUnits);
        this.others = new ByUnit<>(initialUnits);
        this.heap = new SegmentHeap(memory);
        this.reader = new SegmentReader(memory);
    }

    /** Whether this rank and the other can each read the other's exports. */
    boolean reach(int rank) {
        return memory.reaches(rank);
    }

    /**
     * Exports a unit's content, in place of its earlier export if there is one.
     *
     * @return false if there is no room: then the unit has no export any more
     */
    boolean export(int unit, long version, Copies.Encoding content) {
        byte[] descriptions = content.descriptions();
        int bytes = content.bytes() + descriptions.length;
        Consumer<ByteBuffer> encoder = target -> {
            content.encode(target);
            target.put(descriptions);
        };
        HomeSegment there = own.get(unit);
        try {
            if (there == null) {
                own.put(unit, heap.export(unit, version, bytes, encoder));
            } else {
                there.write(version, bytes, encoder);
            }
            return true;
        } catch (CommException e) {
            if (e.reason() != Reason.NO_MEMORY) {
                throw e;
            }
            own.remove(unit);
            return false;
        }
    }

    /** Whether a rank has read the unit's export, as far as this rank knows. */
    boolean wasRead(int unit) {
        return own.get(unit).wasRead();
    }

    /** Empties the unit's export: reads find no content until the next export. */
    void suspend(int unit) {
        own.get(unit).empty();
    }

    /** Removes the unit's export: reads find it gone from now on. */
    void revoke(int unit) {
        own.remove(unit).gone();
    }

    /** Removes all that is known of a unit whose object is gone on all ranks. */
    void discard(int unit) {
        HomeSegment exported = own.remove(unit);
        if (exported != null) {
            exported.gone();
        }
        others.remove(unit);
    }

    SegmentLocation ownLocation(int unit) {
        return own.get(unit).location();
    }

    /** Stores the location of a unit's export, as the exporting rank has told it. */
    void learn(int unit, SegmentLocation location) {
        others.put(unit, location);
    }

    /** The location of a unit's present or earlier export at another rank; null if no rank has told one. */
    SegmentLocation find(int unit) {
        return others.get(unit);
    }

    void forget(int unit) {
        others.remove(unit);
    }

    /** Begins a one-sided read. The caller gives the buffer to {@link #recycle} when it needs the content no more. */
    CompletableFuture<SegmentRead> read(SegmentLocation location, ByteBuffer buffer) {
        return reader.read(location, buffer);
    }

    ByteBuffer bufferFor(SegmentLocation location) {
        int bytes = location.readBytes();
        ByteBuffer kept = buffers.poll();
        if (kept != null && kept.capacity() >= bytes) {
            return kept.clear();
        }
        try {
            return ByteBuffer.allocateDirect(bytes).order(ByteOrder.LITTLE_ENDIAN);
        } catch (OutOfMemoryError e) { // only this allocation has failed
            throw MalformedMessage.of(
                    location.rank(), "location", new CodecException("no room for a segment of " + bytes + " bytes", e));
        }
    }

    void recycle(ByteBuffer buffer) {
        if (buffers.size() < BUFFERS_KEPT && buffer.capacity() <= BUFFER_BYTES_KEPT) {
            buffers.push(buffer);
        }
    }
}
