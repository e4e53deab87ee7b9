package jdsm.message;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import jdsm.coherence.Interval;
import jdsm.coherence.UnitRanges;

/**
 * Write notices as a part of another message: a sequence of intervals.
 *
 * <pre>
 *   0               4               8              12
 *  +---------------+---------------+---------------+
 *  |     rank      |    number     |    ranges     |
 *  +---------------+---------------+---------------+---------------+
 *  |  first unit   |     units     |            version            |  for each range
 *  +---------------+---------------+-------------------------------+
 * </pre>
 */
public final class NoticesLayout {
    private static final int INTERVAL_BYTES = 12;
    private static final int RANGE_BYTES = 16;

    /**
     * The largest number of units in one message: more than a rank can have states of. The receiver looks each unit up.
     */
    private static final int MOST_UNITS = 1 << 26;

    private NoticesLayout() {}

    /** The encoded length of write notices in bytes. */
    public static int bytes(List<Interval> intervals) {
        int bytes = 0;
        for (Interval interval : intervals) {
            bytes += INTERVAL_BYTES + RANGE_BYTES * interval.notices().size();
        }
        return bytes;
    }

    /** Writes the intervals at the target's position and advances the position. */
    public static void encode(List<Interval> intervals, ByteBuffer target) {
        for (Interval interval : intervals) {
            UnitRanges notices = interval.notices();
            target.putInt(interval.rank()).putInt(interval.number()).putInt(notices.size());
            for (int r = 0; r < notices.size(); r++) {
                target.putInt(notices.first(r)).putInt(notices.count(r)).putLong(notices.version(r));
            }
        }
    }

    /**
     * Reads {@code bytes} bytes from the source's position and advances the position.
     *
     * @throws IllegalArgumentException if the bytes are not notices of existing units and ranks
     */
    public static List<Interval> decode(ByteBuffer source, int bytes, int units, int ranks) {
        List<Interval> intervals = new ArrayList<>();
        long named = 0;
        int end = source.position() + bytes;
        while (source.position() < end) {
            require(end - source.position() >= INTERVAL_BYTES, "cut off");
            int rank = source.getInt();
            int number = source.getInt();
            int ranges = source.getInt();
            require(rank >= 0 && rank < ranks, "rank " + rank + " of " + ranks);
            require(ranges >= 0 && ranges <= (end - source.position()) / RANGE_BYTES, ranges + " ranges");
            UnitRanges notices = new UnitRanges();
            int beyond = 0;
            for (int r = 0; r < ranges; r++) {
                int first = source.getInt();
                int count = source.getInt();
                require(first >= beyond && count > 0 && count <= units - first, "units " + first + " + " + count);
                named += count;
                require(named <= MOST_UNITS, named + " units");
                notices.add(first, count, source.getLong());
                beyond = first + count;
            }
            intervals.add(new Interval(rank, number, notices));
        }
        return intervals;
    }

    private static void require(boolean right, String what) {
        if (!right) {
            throw new IllegalArgumentException("malformed write notices: " + what);
        }
    }
}
