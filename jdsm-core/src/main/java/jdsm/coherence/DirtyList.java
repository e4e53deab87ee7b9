package jdsm.coherence;

import java.util.Arrays;

/**
 * The dirty units of a rank, in the order in which they became dirty, each with the counts of {@link Releases.Passes}
 * after its write right was lowered. Units that are clean again leave the list when nobody goes through it.
 */
final class DirtyList {
    /** The counts of a unit whose write right was not lowered. */
    static final long[] MAY_WRITE = {};

    /** The counts of a unit whose last snapshot has all stores. */
    static final long[] ALL_PASSED = {};

    private static final int FIRST = 8;

    /** Null where a unit has become clean. */
    private UnitState[] units = new UnitState[FIRST];

    private long[][] lowered = new long[FIRST][];
    private int size;
    private int clean;
    /** The number of walks through the list that are under way: one may begin within another. */
    private int walks;

    /** Adds a unit that was clean. */
    void add(UnitState unit) {
        if (size == units.length) {
            units = Arrays.copyOf(units, 2 * size);
            lowered = Arrays.copyOf(lowered, 2 * size);
        }
        units[size] = unit;
        lowered[size++] = MAY_WRITE;
    }

    /** The number of dirty units. */
    int dirty() {
        return size - clean;
    }

    /**
     * Begins to go through the list.
     *
     * @return the number of places; units that become dirty meanwhile get later ones
     */
    int beginWalk() {
        walks++;
        return size;
    }

    /** Ends a walk. The places of units change then, if no other walk is under way. */
    void endWalk() {
        if (--walks > 0 || clean == 0) {
            return;
        }
        int kept = 0;
        for (int i = 0; i < size; i++) {
            if (units[i] != null) {
                units[kept] = units[i];
                lowered[kept++] = lowered[i];
            }
        }
        Arrays.fill(units, kept, size, null);
        Arrays.fill(lowered, kept, size, null);
        size = kept;
        clean = 0;
    }

    /** The unit at a place, or null where it has become clean. */
    UnitState unit(int place) {
        return units[place];
    }

    /** The counts after the unit's write right was lowered, or {@link #MAY_WRITE}. */
    long[] lowered(int place) {
        return lowered[place];
    }

    void lowered(int place, long[] counts) {
        lowered[place] = counts;
    }

    /** Takes a unit out that has become clean. */
    void remove(int place) {
        units[place] = null;
        clean++;
    }
}
