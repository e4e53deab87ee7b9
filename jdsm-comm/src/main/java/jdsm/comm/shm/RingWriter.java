package jdsm.comm.shm;

import java.nio.ByteBuffer;

/**
 * Puts messages into a ring, a record each, or where they are long several, so that the other side takes the first while the
 * next is written. A record begins at a multiple of 16 and lies in one piece; what is too short for it at the ring's end is
 * skipped. The first eight bytes are written last and at once, and are zero before: a short message is one cache line that goes
 * from one side to the other, and nothing else.
 *
 * <pre>
 *  0 bytes that follow (4)   4 kind (1)   5 what it is: {@link #WHOLE}, {@link #FIRST}, ... (1)   6 1: it is there (2)
 *  8 bytes of the whole message (4)   12 anything (4)   16 bytes
 * </pre>
 *
 * <p>Guarded by its owner's lock.
 */
final class RingWriter {
    static final int HEADER_BYTES = 16;
    static final int TOTAL = 8;

    /** A message. */
    static final byte WHOLE = 0;
    /** The first bytes of one. */
    static final byte FIRST = 1;
    /** The next. */
    static final byte NEXT = 2;
    /** Nothing up to the ring's end. */
    static final byte SKIP = 3;

    private static final int KIND_SHIFT = 32;
    private static final int PART_SHIFT = 40;
    private static final long THERE = 1L << 48;

    private final Inbox.Ring ring;
    private final ByteBuffer data;
    private final int longestWhole;
    private final int piece;
    private long tail;
    /** As it was when last looked at. */
    private long head;

    RingWriter(Inbox.Ring ring) {
        this.ring = ring;
        data = ring.data();
        longestWhole = data.capacity() / 4;
        piece = data.capacity() / 8;
    }

    /**
     * Writes what there is room for.
     *
     * @param payload the bytes between position and limit; the position moves behind what is written
     * @param totalBytes of the whole message, of which the payload may be the rest
     * @return whether all is written
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

    /** Whether a message is written whole or not at all. */
    boolean fits(int totalBytes) {
        return totalBytes <= longestWhole;
    }

    private boolean writeRecord(int kind, byte part, ByteBuffer payload, int length, int totalBytes) {
        int whole = HEADER_BYTES + padded(length);
        int at = ring.place(tail);
        int toEnd = data.capacity() - at;
        int skipped = toEnd < whole ? toEnd : 0;
        // The next record is not there: its place must be free to say so.
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

    /** Of what a record begins with. */
    static int length(long header) {
        return (int) header;
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

    /** How much has been written, ever. */
    long writtenBytes() {
        return tail;
    }

    /** What was to be written did not fit: whether there is room meanwhile; else the bell will ring when there is. */
    boolean starves() {
        long before = head;
        ring.starves();
        head = ring.head();
        return head != before;
    }

    /** Whether something has been read since this side last looked. */
    boolean hasMoreRoom() {
        return ring.head() != head;
    }

    static int padded(int bytes) {
        return bytes + HEADER_BYTES - 1 & -HEADER_BYTES;
    }
}
