package jdsm.comm;

import java.nio.ByteBuffer;

/** An outgoing runtime message in a buffer of the transport. Used by one thread at a time; no method blocks. */
public interface Frame {
    /**
     * Returns the message's bytes, from 0 to capacity, little-endian. All of them are sent, whatever position and limit
     * are. Must not be accessed after {@link Comm#post}.
     */
    ByteBuffer buffer();

    /**
     * Frees the buffer without sending the message.
     *
     * @throws IllegalStateException if the frame was posted or released before
     */
    void release();
}
