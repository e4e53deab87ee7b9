package jdsm.memory;

import java.nio.ByteBuffer;

/**
 * The result of a read of a segment.
 *
 * @param outcome the outcome; version and content are valid with {@link Outcome#CONTENT} only
 * @param version the version of the content, or 0
 * @param content the content, little-endian, from position to limit: a part of the buffer given to the reader; or null
 */
public record SegmentRead(Outcome outcome, long version, ByteBuffer content) {
    /** The outcomes of a read. */
    public enum Outcome {
        /** The unit's content, as it was at some moment during the read. */
        CONTENT,
        /** The segment is gone, and the location is of no more use. */
        GONE,
        /**
         * The segment has no content now. The location stays valid; the reader must request the content by a message.
         */
        EMPTY,
        /**
         * The owner was writing at each attempt. The location stays valid; the reader must request the content by a
         * message.
         */
        BUSY
    }

    static final SegmentRead GONE = new SegmentRead(Outcome.GONE, 0, null);
    static final SegmentRead EMPTY = new SegmentRead(Outcome.EMPTY, 0, null);
    static final SegmentRead BUSY = new SegmentRead(Outcome.BUSY, 0, null);

    static SegmentRead content(long version, ByteBuffer content) {
        return new SegmentRead(Outcome.CONTENT, version, content);
    }
}
