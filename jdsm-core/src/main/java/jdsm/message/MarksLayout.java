package jdsm.message;

import java.nio.ByteBuffer;
import java.util.Arrays;

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
 * @param units in ascending order, without repetition
 */
public record MarksLayout(int step, boolean blocked, int[] units) {
    private static final int HEAD_BYTES = 2 * Integer.BYTES;
    private static final int RANGE_BYTES = 2 * Integer.BYTES;
    private static final int BLOCKED = 1;

    /** The encoded message; the units lie in ranges wherever they follow each other. */
    public byte[] encode() {
        ByteBuffer target = ByteBuffer.allocate(HEAD_BYTES + RANGE_BYTES * ranges());
        target.putInt(step).putInt(blocked ? BLOCKED : 0);
        for (int from = 0; from < units.length; ) {
            int to = endOfRange(from);
            target.putInt(units[from]).putInt(to - from);
            from = to;
        }
        return target.array();
    }

    private int ranges() {
        int ranges = 0;
        for (int from = 0; from < units.length; from = endOfRange(from)) {
            ranges++;
        }
        return ranges;
    }

    private int endOfRange(int from) {
        int to = from + 1;
        while (to < units.length && units[to] == units[to - 1] + 1) {
            to++;
        }
        return to;
    }

    /**
     * Reads a message, from position to limit of a big-endian buffer.
     *
     * @param mostUnits the most units that a step can name
     * @throws IllegalArgumentException if the bytes are no such message
     */
    public static MarksLayout decode(ByteBuffer source, int mostUnits) {
        if (source.remaining() < HEAD_BYTES || (source.remaining() - HEAD_BYTES) % RANGE_BYTES != 0) {
            throw new IllegalArgumentException(
                    "a malformed message of reached units: " + source.remaining() + " bytes");
        }
        int step = source.getInt();
        int flags = source.getInt();
        if (step < 0 || (flags & ~BLOCKED) != 0) {
            throw new IllegalArgumentException("step " + step + " of reached units with flags " + flags);
        }
        int[] units = new int[16];
        int size = 0;
        long next = 0;
        while (source.hasRemaining()) {
            int first = source.getInt();
            int count = source.getInt();
            if (first < next || count < 1 || count > mostUnits - size || first > Integer.MAX_VALUE - count) {
                throw new IllegalArgumentException("reached units: " + count + " from unit " + first + " on");
            }
            if (units.length < size + count) {
                units = Arrays.copyOf(units, Math.max(2 * units.length, size + count));
            }
            for (int i = 0; i < count; i++) {
                units[size++] = first + i;
            }
            next = (long) first + count;
        }
        return new MarksLayout(step, flags == BLOCKED, Arrays.copyOf(units, size));
    }
}
