package jdsm.comm;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Identifies a {@link Region} on all ranks of a job. A key does not tell whether its region is still registered.
 * Immutable. An encoded key has {@link #ENCODED_BYTES} bytes, little-endian whatever the buffer's byte order is:
 *
 * <pre>
 *  0         4                  12                 20
 *  +---------+------------------+------------------+
 *  | rank    | id               | size in bytes    |
 *  +---------+------------------+------------------+
 * </pre>
 *
 * @param rank the rank whose memory the region is
 * @param id a number that the rank uses for one region only
 * @param sizeBytes the region's size in bytes, at least 1
 */
public record RegionKey(int rank, long id, long sizeBytes) {
    /** The length of an encoded key, in bytes. */
    public static final int ENCODED_BYTES = 20;

    private static final int RANK_OFFSET = 0;
    private static final int ID_OFFSET = 4;
    private static final int SIZE_OFFSET = 12;

    /** @throws IllegalArgumentException for a negative rank or a size below 1 */
    public RegionKey {
        if (rank < 0 || sizeBytes < 1) {
            throw new IllegalArgumentException("not a region's key: rank " + rank + ", id " + id + ", " + sizeBytes
                    + " bytes; the rank must be at least 0 and the size at least 1");
        }
    }

    /**
     * Writes this key at a buffer's position, which moves behind the key.
     *
     * @throws java.nio.BufferOverflowException if fewer than {@link #ENCODED_BYTES} bytes remain; nothing is written
     */
    public void encode(ByteBuffer target) {
        byte[] bytes = new byte[ENCODED_BYTES];
        ByteBuffer.wrap(bytes)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(RANK_OFFSET, rank)
                .putLong(ID_OFFSET, id)
                .putLong(SIZE_OFFSET, sizeBytes);
        target.put(bytes);
    }

    /**
     * Reads a key at a buffer's position, which moves behind the key.
     *
     * @throws java.nio.BufferUnderflowException if fewer than {@link #ENCODED_BYTES} bytes remain
     * @throws IllegalArgumentException if the bytes are no key
     */
    public static RegionKey decode(ByteBuffer source) {
        byte[] bytes = new byte[ENCODED_BYTES];
        source.get(bytes);
        ByteBuffer key = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        return new RegionKey(key.getInt(RANK_OFFSET), key.getLong(ID_OFFSET), key.getLong(SIZE_OFFSET));
    }

    /**
     * Checks that a range lies within the region.
     *
     * @throws IndexOutOfBoundsException if it does not
     */
    public void checkRange(long offset, long lengthBytes) {
        if (offset < 0 || lengthBytes < 0 || offset > sizeBytes - lengthBytes) {
            throw new IndexOutOfBoundsException(lengthBytes + " bytes at offset " + offset + " of " + this);
        }
    }

    /**
     * Checks that a word of 8 bytes lies within the region at a multiple of 8.
     *
     * @throws IndexOutOfBoundsException if it does not lie within
     * @throws IllegalArgumentException if {@code offset} is not a multiple of 8
     */
    public void checkWord(long offset) {
        checkRange(offset, Long.BYTES);
        if (offset % Long.BYTES != 0) {
            throw new IllegalArgumentException("offset " + offset + " of " + this + " is not a multiple of 8");
        }
    }

    @Override
    public String toString() {
        return "region " + id + " of rank " + rank + " (" + sizeBytes + " bytes)";
    }
}
