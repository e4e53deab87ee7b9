package jdsm.comm;

import java.nio.ByteBuffer;

/** An outgoing runtime message in a transport's own buffer. Used by one thread at a time. */
public interface Frame {
    /**
     * The message's bytes, from 0 to capacity, little-endian; all of them are sent, wherever position and limit stand. Not
     * to be touched after {@link Comm#post}.
     */
    ByteBuffer buffer();

    /** Gives the buffer back unsent. */
    void release();
}
