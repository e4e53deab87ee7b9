package jdsm.pool;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import jdsm.codec.CodecException;
import jdsm.coherence.NotInlined;
import jdsm.comm.CommException;
import jdsm.comm.CommException.Reason;
import jdsm.comm.RemoteMemory;
import jdsm.memory.HomeSegment;
import jdsm.memory.SegmentHeap;
import jdsm.memory.SegmentLocation;
import jdsm.memory.SegmentRead;
import jdsm.memory.SegmentReader;
import jdsm.sync.MalformedMessage;

/** The units of a rank in registered memory, its own for others to fetch, and where those of others are. Service loop. */
@NotInlined
final class Segments {
    private static final int BUFFERS_KEPT = 8;
    private static final int BUFFER_BYTES_KEPT = 1 << 20;

    private final RemoteMemory memory;
    private final SegmentHeap heap;
    private final SegmentReader reader;
    private final ByUnit<HomeSegment> own;
    private final ByUnit<SegmentLocation> others;
    private final Deque<ByteBuffer> buffers = new ArrayDeque<>();

    /** @param initialUnits how many units all ranks have */
    Segments(RemoteMemory memory, int initialUnits) {
        this.memory = memory;
        this.own = new ByUnit<>(initialUnits);
        this.others = new ByUnit<>(initialUnits);
        this.heap = new SegmentHeap(memory);
        this.reader = new SegmentReader(memory);
    }

    /** Whether a rank can read what is here, and this one what is there. */
    boolean reach(int rank) {
        return memory.reaches(rank);
    }

    /**
     * Puts a content there, in place of the one before if there is one.
     *
     * @return false if there is no room: then nothing is there any more
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

    /** Whether somebody has fetched what is there, as far as is known. */
    boolean wasRead(int unit) {
        return own.get(unit).wasRead();
    }

    /** Who looks for it finds nothing until the next export. */
    void suspend(int unit) {
        own.get(unit).empty();
    }

    /** Who looks for it from now on finds nothing. */
    void revoke(int unit) {
        own.remove(unit).gone();
    }

    SegmentLocation ownLocation(int unit) {
        return own.get(unit).location();
    }

    /** Where another rank has a unit, as that one says. */
    void learn(int unit, SegmentLocation location) {
        others.put(unit, location);
    }

    /** Where another rank has a unit, or had it; null if none has said. */
    SegmentLocation find(int unit) {
        return others.get(unit);
    }

    void forget(int unit) {
        others.remove(unit);
    }

    /** Begins to read; {@link #recycle} gets the buffer when the content is of no more use. */
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
        } catch (OutOfMemoryError e) { // of this one allocation: nothing else is affected
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
