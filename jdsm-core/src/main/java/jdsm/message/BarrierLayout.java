package jdsm.message;

import java.nio.ByteBuffer;

/**
 * One step of a dissemination barrier.
 *
 * <pre>
 *   0               4               8              12
 *  +---------------+---------------+---------------+
 *  |  generation   |     round     |     point     |
 *  +---------------+---------------+---------------+
 * </pre>
 *
 * @param generation counts the rank's barriers, from 0
 * @param round 0 to ceil(log2(ranks)) - 1
 * @param point which sort of barrier, a {@code jdsm.sync.SyncPoint}'s code
 */
public record BarrierLayout(int generation, int round, int point) {
    public static final int BYTES = 12;

    public void encode(ByteBuffer target) {
        target.putInt(0, generation).putInt(4, round).putInt(8, point);
    }

    /** @throws IllegalArgumentException if the length is wrong */
    public static BarrierLayout decode(ByteBuffer source) {
        if (source.remaining() != BYTES) {
            throw new IllegalArgumentException("a malformed barrier message: " + source.remaining() + " bytes");
        }
        int base = source.position();
        return new BarrierLayout(source.getInt(base), source.getInt(base + 4), source.getInt(base + 8));
    }
}
