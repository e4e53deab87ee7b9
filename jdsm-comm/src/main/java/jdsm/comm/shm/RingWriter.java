package jdsm.comm.shm;

import java.nio.ByteBuffer;

/**
 * Puts messages into a ring. A short message is one record; a long one is several, so that the reader takes the first
 * while the writer writes the next. A record begins at a multiple of 16 and is contiguous; the rest at the ring's end
 * is skipped if it is too short. The first eight bytes of a record are zero until the writer stores them, last and in
 * one store. So only one cache line moves from writer to reader for a short message.
 *
 * <pre>
 *  0 length of the bytes (4)   4 kind (1)   5 part: {@link #WHOLE}, {@link #FIRST}, ... (1)   6 1: written (2)
 *  8 length of the whole message (4)   12 undefined (4)   16 bytes
 * </pre>
 *
 * <p>Guarded by the monitor of its {@link Link}.
 */
final class RingWriter {
    static final int HEADER_BYTES = 16;
    static final int TOTAL = 8;

    /** A whole message. */
    static final byte WHOLE = 0;
    /** The first bytes of a long message. */
    static final byte FIRST = 1;
    /** Further bytes of a long message. */
    static final byte NEXT = 2;
    /** No message up to the ring's end. */
    static final byte SKIP = 3;

    private static final int KIND_SHIFT = 32;
    private static final int PART_SHIFT = 40;
    private static final long THERE = 1L << 48;

    private final Inbox.Ring ring;
    private final ByteBuffer data;
    private final int longestWhole;
    private final int piece;
    private long tail;
    /** The head of the ring when this side last read it. */
    private long head;

    RingWriter(Inbox.Ring ring) {
        this.ring = ring;
        data = ring.data();
        longestWhole = data.capacity() / 4;
        piece = data.capacity() / 8;
    }

    /**
     * Writes a message as far as the ring has room.
     *
     * @param payload the bytes between position and limit; the position moves behind the written bytes
     * @param totalBytes the length of the whole message, of which the payload may be the rest
     * @return whether the whole payload is written
     */
    boolean write(int kind, ByteBuffer payload, int totalBytes) {
        if (totalBytes <= longestWhole) {
            return writeRecord(kind, WHOLE, payload, totalBytes, totalBytes);
        }
        while (payload.hasRemaining()) {
            byte part = payload.remaining() == totalBytes ? FIRST : NEXT;
            if (!writeRecord(kind, part, payload, Math.min(piece, payload.remaining()), totalBytes)) {
                return false;
            }
        }
        return true;
    }

    /** Whether a message of this length takes one record, which is written completely or not at all. */
    boolean fits(int totalBytes) {
        return totalBytes <= longestWhole;
    }

    private boolean writeRecord(int kind, byte part, ByteBuffer payload, int length, int totalBytes) {
        int whole = HEADER_BYTES + padded(length);
        int at = ring.place(tail);
        int toEnd = data.capacity() - at;
        int skipped = toEnd < whole ? toEnd : 0;
        // The first bytes of the next record must be zero, so the room for them must be free.
        if (!hasRoom(skipped + whole + HEADER_BYTES)) {
            return false;
        }
        int begin = ring.place(tail + skipped);
        data.putInt(begin + TOTAL, totalBytes);
        data.put(begin + HEADER_BYTES, payload, payload.position(), length);
        payload.position(payload.position() + length);
        tail += skipped + whole;
        data.putLong(ring.place(tail), 0);
        ring.publish(begin, THERE | (long) part << PART_SHIFT | (long) kind << KIND_SHIFT | length);
        if (skipped > 0) {
            ring.publish(at, THERE | (long) SKIP << PART_SHIFT | skipped - HEADER_BYTES);
        }
        return true;
    }

    /** Returns the length in the first eight bytes of a record. */
    static int length(long header) {
        return (int) header;
    }

    /** Whether the bytes from 6 to 8 are those of a record. */
    static boolean isThere(long header) {
        return header >>> Long.numberOfTrailingZeros(THERE) == 1;
    }

    static int kind(long header) {
        return (int) (header >>> KIND_SHIFT) & 0xFF;
    }

    static byte part(long header) {
        return (byte) (header >>> PART_SHIFT);
    }

    private boolean hasRoom(int bytes) {
        if (data.capacity() - (tail - head) >= bytes) {
            return true;
        }
        head = ring.head();
        return data.capacity() - (tail - head) >= bytes;
    }

    /** Returns the number of bytes written since the start, with headers and skipped bytes. */
    long writtenBytes() {
        return tail;
    }

    /**
     * Declares that this side waits for room. Returns true if the reader has made some meanwhile; else the bell rings
     * then.
     */
    boolean starves() {
        long before = head;
        ring.starves();
        head = ring.head();
        return head != before;
    }

    /** Whether the reader has made room since this side last read the head. */
    boolean hasMoreRoom() {
        return ring.head() != head;
    }

    /** Whether the reader has not read everything that is written. */
    boolean isUnread() {
        return ring.head() != tail;
    }

    static int padded(int bytes) {
        return bytes + HEADER_BYTES - 1 & -HEADER_BYTES;
    }
}
