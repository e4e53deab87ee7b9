package jdsm.pool;

import java.nio.ByteBuffer;

/**
 * A rank's wish that an initial array be divided into other units.
 *
 * @param key the array's number among the initial objects
 * @param blockLength the number of elements in a unit
 */
record BlockWish(int key, int blockLength) {
    static final int BYTES = 2 * Integer.BYTES;

    /** The one of two wishes that all ranks choose; each may be null. */
    static BlockWish first(BlockWish one, BlockWish other) {
        if (one == null || other == null) {
            return one == null ? other : one;
        }
        boolean isFirst = one.key != other.key ? one.key < other.key : one.blockLength <= other.blockLength;
        return isFirst ? one : other;
    }

    void encode(ByteBuffer target) {
        target.putInt(key).putInt(blockLength);
    }

    /**
     * Reads a wish.
     *
     * @throws IllegalArgumentException if no rank can have it
     */
    static BlockWish decode(ByteBuffer source) {
        BlockWish wish = new BlockWish(source.getInt(), source.getInt());
        if (wish.key < 0 || wish.blockLength < 1) {
            throw new IllegalArgumentException("a wish for blocks of " + wish.blockLength + " of key " + wish.key);
        }
        return wish;
    }
}
