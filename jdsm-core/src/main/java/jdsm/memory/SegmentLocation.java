package jdsm.memory;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import jdsm.comm.RegionKey;

/**
 * The location of a {@link HomeSegment}, for other ranks. A location may be out of date at any time; a read then finds
 * the segment gone. The encoded form has {@link #ENCODED_BYTES} bytes, little-endian whatever the buffer's order:
 *
 * <pre>
 *  0                 20                 28        32           36           40
 *  +------------------+------------------+---------+------------+------------+
 *  | region's key     | offset           | unit    | generation | slot bytes |
 *  +------------------+------------------+---------+------------+------------+
 * </pre>
 *
 * @param region the registered region of the slot
 * @param offset the offset of the slot in the region, in bytes, a multiple of 64
 * @param unit the unit whose content the slot has
 * @param generation never 0. A segment gets the next number of its rank when it is made, and again with each slot that
 *     it moves to. Numbers repeat after four thousand million, which is harmless: a slot that has this unit's tag again
 *     has this unit's content again
 * @param slotBytes the size of the slot with its header, in bytes
 */
public record SegmentLocation(RegionKey region, long offset, int unit, int generation, int slotBytes) {
    /** The length of an encoded location. */
    public static final int ENCODED_BYTES = RegionKey.ENCODED_BYTES + 20;

    private static final int OFFSET_OFFSET = 0;
    private static final int UNIT_OFFSET = 8;
    private static final int GENERATION_OFFSET = 12;
    private static final int SLOT_BYTES_OFFSET = 16;

    /**
     * Makes a location.
     *
     * @throws IllegalArgumentException if no slot can be there
     */
    public SegmentLocation {
        boolean within = offset >= 0 && slotBytes > 0 && offset <= region.sizeBytes() - slotBytes;
        boolean aligned = offset % SlotLayout.ALIGNMENT == 0 && slotBytes % SlotLayout.ALIGNMENT == 0;
        if (!within || !aligned || slotBytes > SlotLayout.MAX_SLOT_BYTES || unit < 0 || generation == 0) {
            throw new IllegalArgumentException("not a segment's location: " + slotBytes + " bytes at offset " + offset
                    + " of " + region + ", unit " + unit + ", generation " + generation);
        }
    }

    /** The rank that has the segment. */
    public int rank() {
        return region.rank();
    }

    /** The length of the buffer that a {@link SegmentReader} needs, in bytes. */
    public int readBytes() {
        return slotBytes + Long.BYTES;
    }

    long tag() {
        return SlotLayout.tag(unit, generation);
    }

    /**
     * Encodes the location at a buffer's position and advances the position.
     *
     * @throws java.nio.BufferOverflowException if fewer than {@link #ENCODED_BYTES} bytes remain
     */
    public void encode(ByteBuffer target) {
        region.encode(target);
        byte[] bytes = new byte[ENCODED_BYTES - RegionKey.ENCODED_BYTES];
        ByteBuffer.wrap(bytes)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(OFFSET_OFFSET, offset)
                .putInt(UNIT_OFFSET, unit)
                .putInt(GENERATION_OFFSET, generation)
                .putInt(SLOT_BYTES_OFFSET, slotBytes);
        target.put(bytes);
    }

    /**
     * Decodes a location at a buffer's position and advances the position.
     *
     * @throws java.nio.BufferUnderflowException if fewer than {@link #ENCODED_BYTES} bytes remain
     * @throws IllegalArgumentException if the bytes are no location
     */
    public static SegmentLocation decode(ByteBuffer source) {
        RegionKey region = RegionKey.decode(source);
        byte[] bytes = new byte[ENCODED_BYTES - RegionKey.ENCODED_BYTES];
        source.get(bytes);
        ByteBuffer rest = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        return new SegmentLocation(
                region,
                rest.getLong(OFFSET_OFFSET),
                rest.getInt(UNIT_OFFSET),
                rest.getInt(GENERATION_OFFSET),
                rest.getInt(SLOT_BYTES_OFFSET));
    }
}
