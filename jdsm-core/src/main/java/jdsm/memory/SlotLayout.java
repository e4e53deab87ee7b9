package jdsm.memory;

import jdsm.comm.RemoteMemory;

/**
 * What is where in a slot. Words are little-endian; a slot begins at a multiple of 64 bytes of its region.
 *
 * <pre>
 *  0                  8                 16                 24                 32         40
 *  +------------------+------------------+------------------+------------------+----------+--------------------+
 *  | sequence         | tag              | version          | content's length | read     | content, then what |
 *  |                  | unit, generation |                  | in bytes         |          | was there before   |
 *  +------------------+------------------+------------------+------------------+----------+--------------------+
 * </pre>
 *
 * <p>sequence: even while the rest is stable, odd while it is written. It only ever grows, also when the slot comes to
 * serve another unit: whoever has seen the same even number twice has seen no change in between. tag: the unit in the
 * lower 32 bits, in the upper ones the generation, which is never 0; a tag of 0 says that the slot is nobody's, and a
 * length of -1 that there is no content now. read: one more than the version that somebody has read last, written by who
 * reads. It is a hint: one who is late may leave it in a slot that serves another unit by then.
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
    /** As a content's length: there is none now. */
    static final long NO_CONTENT = -1;

    static final int MAX_SLOT_BYTES = (int) RemoteMemory.MAX_REGION_BYTES;
    static final int MAX_CONTENT_BYTES = MAX_SLOT_BYTES - CONTENT_OFFSET;

    private SlotLayout() {}

    static long tag(int unit, int generation) {
        return (long) generation << Integer.SIZE | unit & 0xffff_ffffL;
    }

    /** @throws IllegalArgumentException if no content may be so long */
    static void checkContent(int contentBytes) {
        if (contentBytes < 0 || contentBytes > MAX_CONTENT_BYTES) {
            throw new IllegalArgumentException(
                    "a content of " + contentBytes + " bytes; a slot has up to " + MAX_CONTENT_BYTES);
        }
    }

    /**
     * The size of a slot for a content: one line of 64 bytes, header and a little content, and behind it nothing, a
     * power of two or one and a half of it. Blocks of arrays are mostly powers of two themselves; so they waste only a
     * line.
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
