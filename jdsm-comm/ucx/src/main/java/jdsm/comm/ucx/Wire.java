package jdsm.comm.ucx;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.openucx.jucx.UcxUtils;

/**
 * The headers of UCX's active messages, little-endian. A message of a rank travels in pieces of at most
 * {@link Buffers#PIECE_BYTES}; each piece is an active message {@link #PIECE} of its own with this header:
 *
 * <pre>
 *   0 from (4)   4 kind (4)   8 number of the message (8)   16 its length (4)   20 offset of the piece (4)
 * </pre>
 *
 * <p>Messages between two ranks have ascending numbers from 0, and are delivered in their order whatever the order of
 * the pieces. Requests and answers of remote memory are active messages {@link #MEMORY} without data:
 *
 * <pre>
 *   0 from (4)   4 operation (4)   8 number of the request (8)   16 id of the region (8)   24 size of the region (8)
 *  32 three words (24)            56 further bytes: a packed key, or bytes to store
 * </pre>
 */
final class Wire {
    /** The id of active messages that carry a piece of a message. */
    static final int PIECE = 1;
    /** The id of active messages of remote memory. */
    static final int MEMORY = 2;
    /** The id of the active message that answers a goodbye; its header is the sender's rank (4). */
    static final int FAREWELL = 3;

    static final int HEADER_BYTES = 24;
    static final int FROM = 0;
    static final int KIND = 4;
    static final int NUMBER = 8;
    static final int LENGTH = 16;
    static final int OFFSET = 20;

    static final int OPERATION = 4;
    static final int REQUEST = 8;
    static final int REGION = 16;
    static final int SIZE = 24;
    static final int FIRST = 32;
    static final int SECOND = 40;
    static final int THIRD = 48;
    static final int MORE = 56;

    private Wire() {}

    /** Returns a view of memory that UCX lends for the time of a callback, little-endian. */
    static ByteBuffer view(long address, long lengthBytes) {
        return UcxUtils.getByteBufferView(address, lengthBytes).order(ByteOrder.LITTLE_ENDIAN);
    }
}
