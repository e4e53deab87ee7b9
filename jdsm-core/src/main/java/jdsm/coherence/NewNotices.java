package jdsm.coherence;

import java.util.Arrays;

/** The write notices of the interval that is open, in any order; of several notices of one unit the newest counts. */
final class NewNotices {
    private static final int FIRST = 8;

    private int[] units = new int[FIRST];
    private long[] versions = new long[FIRST];
    private int size;
    /** Whether the units are in ascending order, each once. */
    private boolean sorted = true;

    void add(int unit, long version) {
        if (size > 0 && units[size - 1] >= unit) {
            if (units[size - 1] == unit) {
                versions[size - 1] = Math.max(versions[size - 1], version);
                return;
            }
            sorted = false;
        }
        if (size == units.length) {
            units = Arrays.copyOf(units, 2 * size);
            versions = Arrays.copyOf(versions, 2 * size);
        }
        units[size] = unit;
        versions[size++] = version;
    }

    boolean isEmpty() {
        return size == 0;
    }

    /** Takes all notices out, in ascending order of units. */
    UnitRanges take() {
        UnitRanges ranges = new UnitRanges();
        if (sorted) {
            for (int i = 0; i < size; i++) {
                ranges.add(units[i], versions[i]);
            }
        } else {
            addSorted(ranges);
        }
        size = 0;
        sorted = true;
        return ranges;
    }

    private void addSorted(UnitRanges ranges) {
        long[] order = new long[size];
        for (int i = 0; i < size; i++) {
            order[i] = (long) units[i] << Integer.SIZE | i;
        }
        Arrays.sort(order);
        for (int i = 0; i < size; ) {
            int unit = (int) (order[i] >> Integer.SIZE);
            long newest = 0;
            for (; i < size && (int) (order[i] >> Integer.SIZE) == unit; i++) {
                newest = Math.max(newest, versions[(int) order[i]]);
            }
            ranges.add(unit, newest);
        }
    }
}
