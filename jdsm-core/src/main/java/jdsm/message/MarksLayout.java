package jdsm.message;

import java.nio.ByteBuffer;
import jdsm.coherence.UnitRanges;

/**
 * The layout of one step of the search for objects that no rank reaches: the units that the sender has found to be
 * reached since its last step, as ranges in ascending order.
 *
 * <pre>
 *   0               4               8
 *  +---------------+---------------+---------------+---------------+
 *  |     step      |    flags      |  first unit   |     count     | ... to the end of the message
 *  +---------------+---------------+---------------+---------------+
 * </pre>
 *
 * @param step the number of the step, from 0
 * @param blocked whether the sender cannot take part: contents are on their way to it
 * @param units the ranges, whose versions mean nothing
 */
public record MarksLayout(int step, boolean blocked, UnitRanges units) {
    private static final int HEAD_BYTES = 2 * Integer.BYTES;
    private static final int RANGE_BYTES = 2 * Integer.BYTES;
    private static final int BLOCKED = 1;

    /** @param units in ascending order, without repetition */
    public static MarksLayout of(int step, boolean blocked, int... units) {
        UnitRanges ranges = new UnitRanges();
        for (int unit : units) {
            ranges.add(unit, 0);
        }
        return new MarksLayout(step, blocked, ranges);
    }

    /** The encoded message; the units lie in ranges wherever they follow each other. */
    public byte[] encode() {
        ByteBuffer target = ByteBuffer.allocate(HEAD_BYTES + RANGE_BYTES * units.size());
        target.putInt(step).putInt(blocked ? BLOCKED : 0);
        for (int range = 0; range < units.size(); range++) {
            target.putInt(units.first(range)).putInt(units.count(range));
        }
        return target.array();
    }

    /**
     * Reads a message, from position to limit of a big-endian buffer. A range may be as long as there are units; nothing is
     * allocated for its units.
     *
     * @throws IllegalArgumentException if the bytes are no such message
     */
    public static MarksLayout decode(ByteBuffer source) {
        if (source.remaining() < HEAD_BYTES || (source.remaining() - HEAD_BYTES) % RANGE_BYTES != 0) {
            throw new IllegalArgumentException(
                    "a malformed message of reached units: " + source.remaining() + " bytes");
        }
        int step = source.getInt();
        int flags = source.getInt();
        if (step < 0 || (flags & ~BLOCKED) != 0) {
            throw new IllegalArgumentException("step " + step + " of reached units with flags " + flags);
        }
        UnitRanges units = new UnitRanges();
        long next = 0;
        while (source.hasRemaining()) {
            int first = source.getInt();
            int count = source.getInt();
            if (first < next || count < 1 || first > Integer.MAX_VALUE - count) {
                throw new IllegalArgumentException("reached units: " + count + " from unit " + first + " on");
            }
            units.add(first, count, 0);
            next = (long) first + count;
        }
        return new MarksLayout(step, flags == BLOCKED, units);
    }
}
