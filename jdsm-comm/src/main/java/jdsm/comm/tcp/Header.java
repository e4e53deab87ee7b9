package jdsm.comm.tcp;

import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import jdsm.comm.Comm;
import jdsm.comm.spi.TransportKinds;

/**
 * The header before each message on a connection: 16 bytes, little-endian.
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
 * <p>The length is chosen for speed. The kernel copies a long message from the beginning of a page, and long direct
 * buffers begin 16 bytes behind the beginning of a page (after the C library's own header). With a header of 16 bytes
 * the payload has the same offset in its page on both sides, and is copied at full speed. If the target offset is 1 to
 * 15 bytes larger, some processors (AMD Zen 3 and 4) copy 2 GB/s instead of 15 by {@code rep movsb}.
 */
final class Header {
    static final int BYTES = 16;

    private static final int KIND_SHIFT = 16;
    private static final int KIND_MASK = 0xFF;
    private static final int LENGTH = 4;
    private static final int RESERVED = 8;
    private static final int MAGIC = 0x4D4A;
    /** The bits of the first word outside the kind. */
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

    /**
     * Describes the fault of a malformed header; returns null for a well-formed one. Does not check that the kind is
     * known.
     */
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
