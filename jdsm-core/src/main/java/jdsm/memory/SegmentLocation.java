package jdsm.memory;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import jdsm.comm.RegionKey;

/**
 * Where a {@link HomeSegment} is, as other ranks are told. A location may be out of date at any time; a read then
 * finds the segment gone. Encoded it has {@link #ENCODED_BYTES} bytes, little-endian whatever the buffer's order:
 *
 * <pre>
 *  0                 20                 28        32           36           40
 *  +------------------+------------------+---------+------------+------------+
 *  | region's key     | offset           | unit    | generation | slot bytes |
 *  +------------------+------------------+---------+------------+------------+
 * </pre>
 *
 * @param region where it is
 * @param offset of the slot in the region, in bytes, a multiple of 64
 * @param unit whose content it is
 * @param generation not 0. Each segment of a rank gets the next one, and another one with each slot that it moves to.
 *     Numbers come again after four thousand million, harmlessly: a slot that has this unit's tag again holds this
 *     unit's content again
 * @param slotBytes the slot's size, header included
 */
public record SegmentLocation(RegionKey region, long offset, int unit, int generation, int slotBytes) {
    /** How long an encoded location is. */
    public static final int ENCODED_BYTES = RegionKey.ENCODED_BYTES + 20;

    private static final int OFFSET_OFFSET = 0;
    private static final int UNIT_OFFSET = 8;
    private static final int GENERATION_OFFSET = 12;
    private static final int SLOT_BYTES_OFFSET = 16;

    /** @throws IllegalArgumentException if there can be no such slot */
    public SegmentLocation {
        boolean within = offset >= 0 && slotBytes > 0 && offset <= region.sizeBytes() - slotBytes;
        boolean aligned = offset % SlotLayout.ALIGNMENT == 0 && slotBytes % SlotLayout.ALIGNMENT == 0;
        if (!within || !aligned || slotBytes > SlotLayout.MAX_SLOT_BYTES || unit < 0 || generation == 0) {
            throw new IllegalArgumentException("not a segment's location: " + slotBytes + " bytes at offset " + offset
                    + " of " + region + ", unit " + unit + ", generation " + generation);
        }
    }

    /** The rank whose segment it is. */
    public int rank() {
        return region.rank();
    }

    /** How long the buffer must be that a {@link SegmentReader} is given. */
    public int readBytes() {
        return slotBytes + Long.BYTES;
    }

    long tag() {
        return SlotLayout.tag(unit, generation);
    }

    /**
     * Writes this at a buffer's position, which moves behind it.
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
     * Reads a location at a buffer's position, which moves behind it.
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
