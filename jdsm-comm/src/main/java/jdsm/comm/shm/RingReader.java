package jdsm.comm.shm;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import jdsm.comm.Comm;

/** Takes messages out of a ring. Used on the delivery thread, except for {@link #isEmpty}. */
final class RingReader {
    /** Receives the messages of a ring. */
    interface Sink {
        /** Receives a whole message. The payload is valid only during the call. */
        void message(int kind, ByteBuffer payload);

        /**
         * Returns the buffer for a long message that begins: from 0 to its capacity, {@code totalBytes}. Null if there is no
         * memory: the reader takes nothing more.
         */
        ByteBuffer begins(int kind, int totalBytes);

        /** Receives a long message that is complete, in the buffer of {@link #begins}. */
        void complete(int kind, ByteBuffer payload);

        /**
         * Bytes are in the ring that no rank writes. The reader takes nothing more.
         *
         * @param what the bytes, in words
         */
        void malformed(String what);
    }

    /** The most records of one {@link #poll}. */
    static final int MOST_RECORDS = 64;

    private final Inbox.Ring ring;
    private final ByteBuffer data;
    private final Sink sink;
    private long head;
    /** The buffer of the incomplete long message, filled up to its position; or null. */
    private ByteBuffer coming;
    /** Whether the ring is malformed, or there was no memory for a message. */
    private boolean over;
    /** The length of the message that begins with the present record. */
    private int total;

    RingReader(Inbox.Ring ring, Sink sink) {
        this.ring = ring;
        this.data = ring.data();
        this.sink = sink;
    }

    boolean isEmpty() {
        return next() == 0;
    }

    /** Returns the first eight bytes of the next record, or 0 if there is none. */
    private long next() {
        return over ? 0 : ring.published(ring.place(head));
    }

    /**
     * Takes at most {@link #MOST_RECORDS} records, so that other rings get their turn.
     *
     * @return the number of records taken; 0 if the ring is empty
     */
    int poll() {
        int records = 0;
        for (long header; records < MOST_RECORDS && (header = next()) != 0; records++) {
            int length = RingWriter.length(header);
            String fault = fault(header, ring.place(head));
            if (fault != null) {
                over = true;
                coming = null;
                sink.malformed(fault);
                break;
            }
            take(header, ring.place(head), length);
            head += RingWriter.HEADER_BYTES + RingWriter.padded(length);
            ring.head(head);
        }
        return records;
    }

    /** Describes the fault of a record; null if it has none. The peer may write at any time, so each number is read once. */
    private String fault(long header, int at) {
        int length = RingWriter.length(header);
        int room = data.capacity() - at - RingWriter.HEADER_BYTES;
        byte part = RingWriter.part(header);
        if (!RingWriter.isThere(header) || length < 0 || length > room) {
            return "a record of " + length + " bytes where there are " + room;
        } else if (part < RingWriter.WHOLE || part > RingWriter.SKIP) {
            return "a record of part " + part;
        } else if (part == RingWriter.FIRST) {
            total = data.getInt(at + RingWriter.TOTAL);
            return coming != null || total < length || total > Comm.MAX_MESSAGE_BYTES
                    ? "the beginning of a message of " + total + " bytes"
                    : null;
        }
        boolean follows = part == RingWriter.NEXT;
        return follows != (coming != null) && part != RingWriter.SKIP || follows && length > coming.remaining()
                ? "a record of part " + part + " of " + length + " bytes within another message"
                : null;
    }

    private void take(long header, int at, int length) {
        int kind = RingWriter.kind(header);
        int begin = at + RingWriter.HEADER_BYTES;
        switch (RingWriter.part(header)) {
            case RingWriter.WHOLE ->
                sink.message(kind, data.slice(begin, length).order(ByteOrder.LITTLE_ENDIAN));
            case RingWriter.FIRST -> {
                coming = sink.begins(kind, total);
                if (coming == null) {
                    over = true;
                } else {
                    add(kind, begin, length);
                }
            }
            case RingWriter.NEXT -> add(kind, begin, length);
            default -> {} // SKIP
        }
    }

    private void add(int kind, int begin, int length) {
        coming.put(coming.position(), data, begin, length).position(coming.position() + length);
        if (!coming.hasRemaining()) {
            ByteBuffer whole = coming.flip();
            coming = null;
            sink.complete(kind, whole);
        }
    }

    /** Returns whether the sender waited for the room that is free now. */
    boolean feedsSender() {
        return ring.feeds();
    }
}
