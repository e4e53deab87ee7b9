package jdsm.message;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import jdsm.coherence.UnitRanges;

/**
 * The layout of one step of the new division of an array into units.
 *
 * <pre>
 *   0               4               8              12              16
 *  +---------------+---------------+---------------+---------------+
 *  |     step      |    flags      |  first unit   |  ranges  r    |
 *  +---------------+---------------+---------------+---------------+
 *  |  first unit   |     count     | ... r ranges
 *  +---------------+---------------+---------------+
 *  | first element |  bytes  b     |  b bytes      | ... parts, to the end of the message
 *  +---------------+---------------+---------------+
 * </pre>
 *
 * @param step the number of the step, 0 to {@value #LAST_STEP}
 * @param blocked whether the sender cannot take part
 * @param firstUnit step 1: the first of the ids that rank 0 has reserved; 0 from other ranks
 * @param owned step 0: the units of the array that the sender owns, as ranges whose versions mean nothing
 * @param parts step 2: contents for the receiver, in ascending order of elements
 */
public record DivisionLayout(int step, boolean blocked, int firstUnit, UnitRanges owned, List<Part> parts) {
    /** The number of the last step. */
    public static final int LAST_STEP = 3;

    private static final int HEAD_BYTES = 4 * Integer.BYTES;
    private static final int RANGE_BYTES = 2 * Integer.BYTES;
    private static final int BLOCKED = 1;

    /**
     * The content of some elements.
     *
     * @param from the first element
     * @param content little-endian
     */
    public record Part(int from, byte[] content) {}

    /** The encoded message. */
    public byte[] encode() {
        int bytes = HEAD_BYTES + RANGE_BYTES * owned.size();
        for (Part part : parts) {
            bytes += RANGE_BYTES + part.content().length;
        }
        ByteBuffer target = ByteBuffer.allocate(bytes);
        target.putInt(step).putInt(blocked ? BLOCKED : 0).putInt(firstUnit).putInt(owned.size());
        for (int range = 0; range < owned.size(); range++) {
            target.putInt(owned.first(range)).putInt(owned.count(range));
        }
        parts.forEach(
                part -> target.putInt(part.from()).putInt(part.content().length).put(part.content()));
        return target.array();
    }

    /**
     * Reads a message, from position to limit of a big-endian buffer.
     *
     * @throws IllegalArgumentException if the bytes are no such message
     */
    public static DivisionLayout decode(ByteBuffer source) {
        if (source.remaining() < HEAD_BYTES) {
            throw new IllegalArgumentException("a malformed message of a division: " + source.remaining() + " bytes");
        }
        int step = source.getInt();
        int flags = source.getInt();
        int firstUnit = source.getInt();
        int ranges = source.getInt();
        if (step < 0
                || step > LAST_STEP
                || (flags & ~BLOCKED) != 0
                || firstUnit < 0
                || ranges < 0
                || ranges > source.remaining() / RANGE_BYTES) {
            throw new IllegalArgumentException("step " + step + " of a division with flags " + flags + ", first unit "
                    + firstUnit + " and " + ranges + " ranges");
        }
        return new DivisionLayout(step, flags == BLOCKED, firstUnit, ranges(source, ranges), parts(source));
    }

    private static UnitRanges ranges(ByteBuffer source, int ranges) {
        UnitRanges owned = new UnitRanges();
        long next = 0;
        for (int range = 0; range < ranges; range++) {
            int first = source.getInt();
            int count = source.getInt();
            if (first < next || count < 1 || first > Integer.MAX_VALUE - count) {
                throw new IllegalArgumentException("units of a division: " + count + " from unit " + first + " on");
            }
            owned.add(first, count, 0);
            next = (long) first + count;
        }
        return owned;
    }

    private static List<Part> parts(ByteBuffer source) {
        List<Part> parts = new ArrayList<>();
        while (source.hasRemaining()) {
            int from = source.remaining() < RANGE_BYTES ? -1 : source.getInt();
            int bytes = from < 0 ? -1 : source.getInt();
            if (bytes < 1 || bytes > source.remaining()) {
                throw new IllegalArgumentException("a malformed part of a division, " + bytes + " bytes");
            }
            byte[] content = new byte[bytes];
            source.get(content);
            parts.add(new Part(from, content));
        }
        return parts;
    }
}
