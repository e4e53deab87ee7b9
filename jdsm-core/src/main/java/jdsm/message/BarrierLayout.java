package jdsm.message;

import java.nio.ByteBuffer;

/**
 * The layout of one step of a barrier, among the ranks of a host or between the first ranks of two hosts.
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
 * @param generation the number of the barrier on the sending rank, from 0
 * @param round {@link #GATHERING}, {@link #RELEASE}, or the round of the dissemination barrier between hosts: 0 to
 *     ceil(log2(hosts)) - 1
 * @param point the kind of barrier, as the code of a {@code jdsm.sync.SyncPoint}
 */
public record BarrierLayout(int generation, int round, int point) {
    /** From a rank to all others of its host: the sender has entered. */
    public static final int GATHERING = -1;
    /** From the first rank of a host to its other ranks: all ranks of all hosts have entered. */
    public static final int RELEASE = -2;

    /** The length of the head before the cargo, in bytes. */
    public static final int BYTES = 12;

    /** Writes the head; the buffer's position is then that of the cargo. */
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
