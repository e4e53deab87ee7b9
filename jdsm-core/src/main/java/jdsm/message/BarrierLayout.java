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
 *  |  cargo, to the end of the message ...         |
 *  +-----------------------------------------------+
 * </pre>
 *
 * @param generation counts the rank's barriers, from 0
 * @param round 0 to ceil(log2(ranks)) - 1
 * @param point which sort of barrier, a {@code jdsm.sync.SyncPoint}'s code
 */
public record BarrierLayout(int generation, int round, int point) {
    /** The bytes before the cargo. */
    public static final int BYTES = 12;

    public void encode(ByteBuffer target) {
        target.putInt(generation).putInt(round).putInt(point);
    }

    /**
     * Reads all but the cargo; the buffer's position is behind it then.
     *
     * @throws IllegalArgumentException if the message is too short
     */
    public static BarrierLayout decode(ByteBuffer source) {
        if (source.remaining() < BYTES) {
            throw new IllegalArgumentException("a malformed barrier message: " + source.remaining() + " bytes");
        }
        return new BarrierLayout(source.getInt(), source.getInt(), source.getInt());
    }
}
