package jdsm.coherence;

import java.util.Arrays;

/**
 * The write notices of one interval, in ascending order of units; neighbouring units with the same version form one
 * range. Not thread-safe while its builder adds to it; not to be changed afterwards.
 */
public final class UnitRanges {
    /** Receives each notice. */
    public interface Receiver {
        void notice(int unit, long version);
    }

    private int[] first = new int[4];
    private int[] count = new int[4];
    private long[] version = new long[4];
    private int size;

    /**
     * Adds a notice. The unit's id must not be below an earlier one; of two notices of one unit the last must be the
     * higher.
     */
    public void add(int unit, long itsVersion) {
        add(unit, 1, itsVersion);
    }

    /** Adds notices of {@code units} successive units. Their ids must be above all earlier ones. */
    public void add(int firstUnit, int units, long theirVersion) {
        int last = size - 1;
        if (last >= 0 && version[last] == theirVersion && first[last] + count[last] == firstUnit) {
            count[last] += units;
            return;
        }
        if (size == first.length) {
            first = Arrays.copyOf(first, 2 * size);
            count = Arrays.copyOf(count, 2 * size);
            version = Arrays.copyOf(version, 2 * size);
        }
        first[size] = firstUnit;
        count[size] = units;
        version[size++] = theirVersion;
    }

    /** The number of ranges. */
    public int size() {
        return size;
    }

    /** The id of the first unit of a range. */
    public int first(int range) {
        return first[range];
    }

    /** The number of units of a range. */
    public int count(int range) {
        return count[range];
    }

    /** The version of all units of a range. */
    public long version(int range) {
        return version[range];
    }

    /** All notices, in ascending order of units. */
    public void forEach(Receiver receiver) {
        for (int r = 0; r < size; r++) {
            for (int unit = first[r]; unit < first[r] + count[r]; unit++) {
                receiver.notice(unit, version[r]);
            }
        }
    }
}
