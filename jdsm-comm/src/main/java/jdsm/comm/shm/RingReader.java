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
        head = ring.head();
    }

    boolean isEmpty() {
        return ring.tail() == head;
    }

    /**
     * Hands over what is there.
     *
     * @return how many records
     */
    int poll() {
        long tail = ring.tail();
        int records = 0;
        while (head != tail) {
            int at = (int) head & data.capacity() - 1;
            int length = data.getInt(at);
            take(at, length);
            head += RingWriter.HEADER_BYTES + RingWriter.padded(length);
            ring.head(head);
            records++;
        }
        return records;
    }

    private void take(int at, int length) {
        int kind = Byte.toUnsignedInt(data.get(at + RingWriter.KIND));
        int begin = at + RingWriter.HEADER_BYTES;
        switch (data.get(at + RingWriter.PART)) {
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
