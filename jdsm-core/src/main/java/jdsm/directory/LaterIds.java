package jdsm.directory;

/**
 * The ids behind those that all ranks have from the beginning, divided evenly among the ranks: the first half of a rank's
 * part is for units, the second half for locks. One thread takes ids, all threads may ask about them.
 */
final class LaterIds {
    private final int first;
    /** The number of ids in the part of each rank. */
    private final int span;

    private int nextUnit;
    private int nextLock;

    /** @param first the first of the ids */
    LaterIds(int first, int me, int ranks) {
        this.first = first;
        this.span = (Integer.MAX_VALUE - first) / ranks;
        this.nextUnit = first + me * span;
        this.nextLock = nextUnit + span / 2;
    }

    /** The id of this rank's next unit. */
    int nextUnit() {
        return nextUnit;
    }

    /** The id of this rank's next lock. */
    int nextLock() {
        return nextLock;
    }

    /** Takes ids of units, and returns the first; -1 if not twice as many are left. */
    int reserve(int units) {
        int reserved = nextUnit;
        if ((nextUnit - first) % span + 2L * units >= span / 2) {
            return -1;
        }
        use(units, 0);
        return reserved;
    }

    /** Takes the next ids. */
    void use(int units, int locks) {
        nextUnit += units;
        nextLock += locks;
        if (!isLock(nextLock) || isLock(nextUnit)) {
            throw new IllegalStateException("too many shared objects: this rank has used up its ids");
        }
    }

    boolean isLock(int id) {
        return (id - first) % span >= span / 2;
    }

    /** The rank in whose part an id is. */
    int rankOf(int id) {
        return (id - first) / span;
    }
}
