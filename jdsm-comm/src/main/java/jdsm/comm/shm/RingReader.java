package jdsm.comm.shm;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Takes messages out of a ring. Used by whoever delivers. */
final class RingReader {
    /** Who is told of messages. */
    interface Sink {
        /** A message; the bytes are the ring's again afterwards. */
        void message(int kind, ByteBuffer payload);

        /** A long message begins. @return where it belongs, from 0 to the capacity */
        ByteBuffer begins(int kind, int totalBytes);

        /** All of it is there. */
        void complete(int kind, ByteBuffer payload);
    }

    /** Of one look. */
    static final int MOST_RECORDS = 64;

    private final Inbox.Ring ring;
    private final ByteBuffer data;
    private final Sink sink;
    private long head;
    /** The long message that is coming, filled up to its position; or null. */
    private ByteBuffer coming;

    RingReader(Inbox.Ring ring, Sink sink) {
        this.ring = ring;
        this.data = ring.data();
        this.sink = sink;
    }

    boolean isEmpty() {
        return next() == 0;
    }

    /** What the next record begins with, or 0. */
    private long next() {
        return ring.published(ring.place(head));
    }

    /**
     * Hands over what is there, but not more than some records: others want to be looked at, too.
     *
     * @return how many records; 0: none is left
     */
    int poll() {
        int records = 0;
        for (long header; records < MOST_RECORDS && (header = next()) != 0; records++) {
            int length = RingWriter.length(header);
            take(header, ring.place(head), length);
            head += RingWriter.HEADER_BYTES + RingWriter.padded(length);
            ring.head(head);
        }
        return records;
    }

    private void take(long header, int at, int length) {
        int kind = RingWriter.kind(header);
        int begin = at + RingWriter.HEADER_BYTES;
        switch (RingWriter.part(header)) {
            case RingWriter.WHOLE ->
                sink.message(kind, data.slice(begin, length).order(ByteOrder.LITTLE_ENDIAN));
            case RingWriter.FIRST -> {
                coming = sink.begins(kind, data.getInt(at + RingWriter.TOTAL));
                add(kind, begin, length);
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

    /** Whether the sender has waited for what is free now. */
    boolean feedsSender() {
        return ring.feeds();
    }
}
