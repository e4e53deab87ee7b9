package jdsm.comm.ucx;

import java.nio.ByteBuffer;
import jdsm.comm.RegionKey;

/**
 * A put whose parts the owner's UCX worker stores, each word by one instruction. A put by UCX may store a word twice
 * where UCX emulates it, and so undo what a rank of the owner's host has stored in between.
 */
final class Store extends Errand {
    /** The longest part, in bytes; with the header it fits a buffer of 8 KiB. */
    private static final int PART_BYTES = 4096;
    /** The most parts under way. */
    private static final int WINDOW = 16;

    private final ByteBuffer source;
    private final long offset;
    private final int partBytes;
    private int begun;
    private int underWay;

    /**
     * @param source the program's buffer; its bytes from position to limit are stored
     * @param mostBytes the bytes that one request has room for, a multiple of 8
     */
    Store(RegionKey key, long offset, ByteBuffer source, int mostBytes) {
        super(key);
        this.source = source.slice();
        this.offset = offset;
        partBytes = Math.min(PART_BYTES, mostBytes);
    }

    /** Whether another part may go. An empty put has one part, so that a closed region is noticed. */
    boolean hasNext() {
        return underWay < WINDOW && !isSettled() && (begun < source.capacity() || begun == 0 && underWay == 0);
    }

    /** Returns the offset of the next part in the region. */
    long nextOffset() {
        return offset + begun;
    }

    /** Takes the next part. It ends where a word does, so that words stay whole. */
    ByteBuffer next() {
        int room = partBytes - (int) (nextOffset() % Long.BYTES);
        int length = Math.min(room, source.capacity() - begun);
        ByteBuffer part = source.slice(begun, length);
        begun += length;
        underWay++;
        return part;
    }

    @Override
    boolean answered(long before) {
        underWay--;
        return underWay == 0 && begun == source.capacity();
    }
}
