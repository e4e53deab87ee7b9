package jdsm.util;

/** The range of hash codes that one rank has used. */
final class HashRange {
    private int rank;
    private int low;
    private int high;
    /** How often the range has grown; 0 before the first hash code. */
    private int growth;

    /** Whether a rank's hash codes belong here: the range is this rank's, or no rank's yet. */
    boolean isFor(int other) {
        return growth == 0 || rank == other;
    }

    /** Adds a hash code. Writes nothing if it lies within. */
    void add(int itsRank, int hash) {
        if (growth == 0) {
            rank = itsRank;
            low = hash;
            high = hash;
            growth = 1;
        } else if (hash < low || hash > high) {
            low = Math.min(low, hash);
            high = Math.max(high, hash);
            growth++;
        }
    }

    boolean hasGrown(int times) {
        return growth >= times;
    }

    boolean isApartFrom(HashRange other) {
        return high < other.low || other.high < low;
    }

    void clear() {
        growth = 0;
    }
}
