package jdsm.message;

import java.nio.ByteBuffer;

/**
 * One step of a barrier: to the others of a host, or between the first ranks of hosts.
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
 * @param round {@link #GATHERING}, {@link #RELEASE}, or of a dissemination barrier: 0 to ceil(log2(hosts)) - 1
 * @param point which sort of barrier, a {@code jdsm.sync.SyncPoint}'s code
 */
public record BarrierLayout(int generation, int round, int point) {
    /** From a rank to all others of its host: the sender has entered. */
    public static final int GATHERING = -1;
    /** From the first rank of a host to its other ranks: all ranks of all hosts have entered. */
    public static final int RELEASE = -2;

    /** The length of the head before the cargo, in bytes. */
    public static final int BYTES = 12;

    public void encode(ByteBuffer target) {
        target.putInt(generation).putInt(round).putInt(point);
    }

    /**
     * Reads the head; the buffer's position is then that of the cargo.
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
