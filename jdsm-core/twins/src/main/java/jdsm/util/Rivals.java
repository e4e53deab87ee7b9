package jdsm.util;

/**
 * A table that finds out whether two ranks which change it in turn use ranges of hash codes that are apart. Then a division
 * of the table gives each its own; with random keys, each needs all parts, and smaller ones only cost less to move.
 */
class Rivals<K, V> extends ChainedSlots<K, V> {
    /** How often the range of each has grown before ranges are compared. With random keys that takes some twenty keys, of which those of two ranks are never apart. */
    private static final int LEAST_GROWTH = 6;

    /** After so many changes of hands, ranges are found anew: ranks may have used others before. */
    private static final int MOST_MOVES = 32;

    /** The rank that changed the table last, and how often another one did so than the time before. */
    private int user;

    private int moves;
    /** Whether so many changes of hands have shown no ranges. */
    private boolean mixed;

    private final HashRange one = new HashRange();
    private final HashRange other = new HashRange();

    /**
     * Called when a key's entry may be changed. Writes nothing if the same rank calls it again within its range, so that a change
     * that has no effect has none here.
     *
     * @param rank a number of the rank
     */
    final void changedBy(int rank, int hash) {
        if (user != rank) {
            user = rank;
            moves++;
        }
        if (one.isFor(rank)) {
            one.add(rank, hash);
        } else if (other.isFor(rank)) {
            other.add(rank, hash);
        }
    }

    /** Whether two ranks have used ranges that are apart. */
    final boolean areApart() {
        boolean apart = one.hasGrown(LEAST_GROWTH) && other.hasGrown(LEAST_GROWTH) && one.isApartFrom(other);
        if (!apart && moves > MOST_MOVES) {
            mixed = true;
            moves = 0;
            one.clear();
            other.clear();
        }
        return apart;
    }

    /** Whether ranks have changed the table in turn, and their ranges were not apart. */
    final boolean isMixed() {
        return mixed;
    }
}
