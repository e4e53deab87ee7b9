package jdsm.pool;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import jdsm.comm.RemoteMemory;
import jdsm.memory.HomeSegment;
import jdsm.memory.SegmentHeap;
import jdsm.memory.SegmentLocation;
import jdsm.memory.SegmentRead;
import jdsm.memory.SegmentReader;

/** The units of a rank in registered memory, its own for others to fetch, and where those of others are. Service loop. */
final class Segments {
    private static final int BUFFERS_KEPT = 8;
    private static final int BUFFER_BYTES_KEPT = 1 << 20;

    private final SegmentHeap heap;
    private final SegmentReader reader;
    private final HomeSegment[] own;
    private final SegmentLocation[] others;
    private final Deque<ByteBuffer> buffers = new ArrayDeque<>();

    Segments(RemoteMemory memory, int units) {
        this.heap = new SegmentHeap(memory);
        this.reader = new SegmentReader(memory);
        this.own = new HomeSegment[units];
        this.others = new SegmentLocation[units];
    }

    /** Puts a content there, in place of the one before if there is one. */
    void export(int unit, long version, Copies.Encoding content) {
        if (own[unit] == null) {
            own[unit] = heap.export(unit, version, content.bytes(), content::encode);
        } else {
            own[unit].write(version, content.bytes(), content::encode);
        }
    }

    /** Who looks for it from now on finds nothing. */
    void revoke(int unit) {
        own[unit].gone();
        own[unit] = null;
    }

    SegmentLocation ownLocation(int unit) {
        return own[unit].location();
    }

    /** Where another rank has a unit, as that one says. */
    void learn(int unit, SegmentLocation location) {
        others[unit] = location;
    }

    /** Where another rank has a unit, or had it; null if none has said. */
    SegmentLocation find(int unit) {
        return others[unit];
    }

    void forget(int unit) {
        others[unit] = null;
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
        return ByteBuffer.allocateDirect(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    void recycle(ByteBuffer buffer) {
        if (buffers.size() < BUFFERS_KEPT && buffer.capacity() <= BUFFER_BYTES_KEPT) {
            buffers.push(buffer);
        }
    }
}
