package jdsm.comm.tcp;

import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import jdsm.comm.Comm;
import jdsm.comm.spi.TransportKinds;

/**
 * What precedes each message on a connection, 16 bytes, little-endian.
 *
 * <pre>
 *   0               1               2               3
 *  +---------------+---------------+---------------+---------------+
 *  |         magic 0x4D4A          |     kind      |       0       |  0
 *  +---------------+---------------+---------------+---------------+
 *  |                    length of the payload, 0..2^30             |  4
 *  +---------------+---------------+---------------+---------------+
 *  |                               0                               |  8
 *  |                                                               | 12
 *  +---------------+---------------+---------------+---------------+
 * </pre>
 *
 * <p>Its length is a matter of speed: the kernel copies a long message from the beginning of a page, and long direct buffers
 * begin 16 bytes behind one (the C library's own header). A payload that lies 16 bytes behind the beginning on both sides is
 * copied at full speed. One that must be copied to 1 to 15 bytes further on in its page is not: where that is done by
 * {@code rep movsb}, some processors (AMD Zen 3 and 4) then copy 2 GB/s in place of 15.
 */
final class Header {
    static final int BYTES = 16;

    private static final int KIND_SHIFT = 16;
    private static final int KIND_MASK = 0xFF;
    private static final int LENGTH = 4;
    private static final int RESERVED = 8;
    private static final int MAGIC = 0x4D4A;
    /** All bits of the first word but the kind's. */
    private static final int FIXED_BITS = 0xFF00FFFF;

    private Header() {}

    static void write(ByteBuf buffer, int kind, int lengthBytes) {
        buffer.writeIntLE(MAGIC | kind << KIND_SHIFT);
        buffer.writeIntLE(lengthBytes);
        buffer.writeLongLE(0);
    }

    static int kind(ByteBuffer buffer, int offset) {
        return buffer.getInt(offset) >>> KIND_SHIFT & KIND_MASK;
    }

    static int lengthBytes(ByteBuffer buffer, int offset) {
        return buffer.getInt(offset + LENGTH);
    }

    /** What is wrong with a header, whether or not its kind is known; or null. */
    static String fault(ByteBuffer buffer, int offset) {
        int first = buffer.getInt(offset);
        long reserved = buffer.getLong(offset + RESERVED);
        if ((first & FIXED_BITS) != MAGIC || reserved != 0) {
            return "bytes that are no message header: 0x" + Integer.toHexString(first) + ", reserved 0x"
                    + Long.toHexString(reserved);
        }
        int kind = kind(buffer, offset);
        int length = lengthBytes(buffer, offset);
        boolean control = TransportKinds.isTransport(kind);
        if (length < 0 || length > Comm.MAX_MESSAGE_BYTES || control && length != TransportKinds.PAYLOAD_BYTES) {
            return "a message of kind " + kind + " with a length of " + length + " bytes";
        }
        return null;
    }
}
