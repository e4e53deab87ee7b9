package jdsm.pool;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import jdsm.codec.CodecException;

/**
 * Short forms of numbers and of contents of 64-bit slots. A number has seven bits in a byte, lowest first; a signed one
 * has its sign in its lowest bit.
 *
 * <p>Slots come in groups of eight behind a byte of flags, lowest bit first. A slot whose flag is set has 32 bits, which
 * are extended by their sign; another one has all its 64 bits. All are little-endian.
 */
final class Packing {
    /** The most bytes of a number. */
    static final int NUMBER_BYTES = 10;

    private static final int GROUP = 8;

    private Packing() {}

    static void putNumber(long value, ByteBuffer target) {
        long rest = value;
        while ((rest & ~0x7fL) != 0) {
            target.put((byte) (rest & 0x7f | 0x80));
            rest >>>= 7;
        }
        target.put((byte) rest);
    }

    static void putSigned(long value, ByteBuffer target) {
        putNumber(value << 1 ^ value >> 63, target);
    }

    /** @throws CodecException if there is no number */
    static long number(ByteBuffer source) {
        long value = 0;
        for (int shift = 0; shift < Long.SIZE && source.hasRemaining(); shift += 7) {
            byte next = source.get();
            value |= (next & 0x7fL) << shift;
            if (next >= 0) {
                return value;
            }
        }
        throw new CodecException("a malformed number");
    }

    /** @throws CodecException if there is no number */
    static long signed(ByteBuffer source) {
        long value = number(source);
        return value >>> 1 ^ -(value & 1);
    }

    /**
     * A length of bytes that follow it.
     *
     * @throws CodecException if there is none, or there are fewer bytes
     */
    static int lengthOfNext(ByteBuffer source) {
        long length = number(source);
        if (length < 0 || length > source.remaining()) {
            throw new CodecException("a length of " + length + " where there are " + source.remaining());
        }
        return (int) length;
    }

    /**
     * A length in bytes or elements.
     *
     * @throws CodecException if there is none, or one above {@code most}
     */
    static int length(ByteBuffer source, int most) {
        long length = number(source);
        if (length < 0 || length > most) {
            throw new CodecException("a length of " + length + " where there are " + most);
        }
        return (int) length;
    }

    /** The most bytes that {@link #putSlots} puts. */
    static int mostBytes(int contentBytes) {
        return contentBytes + contentBytes / (GROUP * Long.BYTES) + 1;
    }

    /** Puts the slots from the content's position to its limit, which stay. */
    static void putSlots(ByteBuffer content, ByteBuffer target) {
        int end = content.limit();
        for (int at = content.position(); at < end; at += GROUP * Long.BYTES) {
            int flagsAt = target.position();
            target.put((byte) 0);
            int flags = 0;
            int inGroup = Math.min(GROUP, (end - at) / Long.BYTES);
            for (int i = 0; i < inGroup; i++) {
                long slot = content.getLong(at + i * Long.BYTES);
                if (slot == (int) slot) {
                    flags |= 1 << i;
                    target.putInt((int) slot);
                } else {
                    target.putLong(slot);
                }
            }
            target.put(flagsAt, (byte) flags);
        }
    }

    /**
     * Reads slots.
     *
     * @param content gets the slots, from its position to its limit, which must be a multiple of 8 apart
     * @throws CodecException if the source ends too early
     */
    static void slots(ByteBuffer source, ByteBuffer content) {
        try {
            while (content.hasRemaining()) {
                int flags = source.get();
                for (int i = 0; i < GROUP && content.hasRemaining(); i++) {
                    content.putLong((flags >> i & 1) != 0 ? source.getInt() : source.getLong());
                }
            }
        } catch (BufferUnderflowException e) {
            throw new CodecException("a content is cut off", e);
        }
    }
}
