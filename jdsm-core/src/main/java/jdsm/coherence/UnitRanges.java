package jdsm.coherence;

import java.util.Arrays;

/**
 * Write notices of one interval: units by ascending id, neighbours of one version as one range. Immutable but for the
 * builder's use.
 */
public final class UnitRanges {
    /** Receives the notices one by one. */
    public interface Receiver {
        void notice(int unit, long version);
    }

    private int[] first = new int[4];
    private int[] count = new int[4];
    private long[] version = new long[4];
    private int size;

    /** Adds a notice; ids must not descend, and of one unit the highest version comes last and counts. */
    public void add(int unit, long itsVersion) {
        add(unit, 1, itsVersion);
    }

    /** Adds a range of units, all beyond those that are there. */
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

    /** How many ranges. */
    public int size() {
        return size;
    }

    public int first(int range) {
        return first[range];
    }

    public int count(int range) {
        return count[range];
    }

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
