package jdsm.memory;

import jdsm.comm.RemoteMemory;

/**
 * The layout of a slot. Words are little-endian; a slot begins at a multiple of 64 bytes of its region.
 *
 * <pre>
 *  0                  8                 16                 24                 32         40
 *  +------------------+------------------+------------------+------------------+----------+--------------------+
 *  | sequence         | tag              | version          | content's length | read     | content, then      |
 *  |                  | unit, generation |                  | in bytes         |          | obsolete bytes     |
 *  +------------------+------------------+------------------+------------------+----------+--------------------+
 * </pre>
 *
 * <p>sequence: even while the other words are stable, odd while the owner writes them. It only grows, also when the
 * slot begins to serve another unit: two looks that find the same even number have no change between them.
 *
 * <p>tag: the unit in the lower 32 bits, the generation, never 0, in the upper ones. Tag 0 marks a slot without a unit;
 * length -1 marks a segment without content.
 *
 * <p>read: the version of the last read plus one, written by the reader. It is a hint: a slow reader may write it when
 * the slot already serves another unit.
 */
final class SlotLayout {
    static final int ALIGNMENT = 64;
    static final int SEQUENCE_OFFSET = 0;
    static final int TAG_OFFSET = 8;
    static final int VERSION_OFFSET = 16;
    static final int LENGTH_OFFSET = 24;
    static final int READ_OFFSET = 32;
    static final int CONTENT_OFFSET = 40;

    static final long NOBODY = 0;
    /** The length that marks a segment without content. */
    static final long NO_CONTENT = -1;

    static final int MAX_SLOT_BYTES = (int) RemoteMemory.MAX_REGION_BYTES;
    static final int MAX_CONTENT_BYTES = MAX_SLOT_BYTES - CONTENT_OFFSET;

    private SlotLayout() {}

    static long tag(int unit, int generation) {
        return (long) generation << Integer.SIZE | unit & 0xffff_ffffL;
    }

    /**
     * Checks the length of a content.
     *
     * @throws IllegalArgumentException if no content may have that length
     */
    static void checkContent(int contentBytes) {
        if (contentBytes < 0 || contentBytes > MAX_CONTENT_BYTES) {
            throw new IllegalArgumentException(
                    "a content of " + contentBytes + " bytes; a slot has up to " + MAX_CONTENT_BYTES);
        }
    }

    /**
     * The size of the slot for a content, in bytes: one line of 64 bytes for the header and the first bytes of the
     * content, then nothing, a power of two, or one and a half times a power of two. Blocks of arrays mostly have
     * powers of two as lengths, and waste only the line.
     */
    static int slotBytes(int contentBytes) {
        checkContent(contentBytes);
        int behind = contentBytes - (ALIGNMENT - CONTENT_OFFSET);
        if (behind <= 0) {
            return ALIGNMENT;
        }
        long power = Math.max(ALIGNMENT, Integer.highestOneBit(behind));
        long half = power + power / 2;
        long rounded = behind <= power ? power : power > ALIGNMENT && behind <= half ? half : 2 * power;
        return (int) Math.min(ALIGNMENT + rounded, MAX_SLOT_BYTES);
    }
}
