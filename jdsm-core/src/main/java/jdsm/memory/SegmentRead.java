package jdsm.memory;

import java.nio.ByteBuffer;

/**
 * What a {@link SegmentReader} has found.
 *
 * @param outcome which; the rest means something with {@link Outcome#CONTENT} only
 * @param version of the content, or 0
 * @param content the content, little-endian, from position to limit; a part of the buffer that the reader was given; or
 *     null
 */
public record SegmentRead(Outcome outcome, long version, ByteBuffer content) {
    /** What can come of a read. */
    public enum Outcome {
        /** The unit's content, as it was at some moment during the read. */
        CONTENT,
        /** The segment is no longer there: the location is of no more use. */
        GONE,
        /** There is no content now: the location is still good, the content is to be asked for by a message. */
        EMPTY,
        /**
         * Its owner was writing each time: the location is still good, this content is to be asked for by a message.
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
