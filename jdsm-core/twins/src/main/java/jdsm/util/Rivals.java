package jdsm.util;

/**
 * A table that finds out whether two ranks which change it in turn use ranges of hash codes that are apart. Only then does a
 * division of the table help them: with random keys, each would need all parts.
 */
class Rivals<K, V> extends Table<K, V> {
    /** How often the range of each has grown before ranges are compared. With random keys that takes some twenty keys, of which those of two ranks are never apart. */
    private static final int LEAST_GROWTH = 6;

    /** After so many changes of hands, ranges are found anew: ranks may have used others before. */
    private static final int MOST_MOVES = 32;

    /** The rank that changed the table last, and how often another one did so than the time before. */
    private int user;

    private int moves;

    private int one;
    private int growthOfOne;
    private int lowOfOne;
    private int highOfOne;

    private int other;
    private int growthOfOther;
    private int lowOfOther;
    private int highOfOther;

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
        if (growthOfOne == 0 || one == rank) {
            growOne(rank, hash);
        } else if (growthOfOther == 0 || other == rank) {
            growOther(rank, hash);
        }
    }

    private void growOne(int rank, int hash) {
        boolean begins = growthOfOne == 0;
        if (begins || hash < lowOfOne || hash > highOfOne) {
            one = rank;
            lowOfOne = begins ? hash : Math.min(lowOfOne, hash);
            highOfOne = begins ? hash : Math.max(highOfOne, hash);
            growthOfOne = Math.min(growthOfOne + 1, LEAST_GROWTH);
        }
    }

    private void growOther(int rank, int hash) {
        boolean begins = growthOfOther == 0;
        if (begins || hash < lowOfOther || hash > highOfOther) {
            other = rank;
            lowOfOther = begins ? hash : Math.min(lowOfOther, hash);
            highOfOther = begins ? hash : Math.max(highOfOther, hash);
            growthOfOther = Math.min(growthOfOther + 1, LEAST_GROWTH);
        }
    }

    /** Whether two ranks have used ranges that are apart. */
    final boolean areApart() {
        boolean apart = growthOfOne == LEAST_GROWTH
                && growthOfOther == LEAST_GROWTH
                && (highOfOne < lowOfOther || highOfOther < lowOfOne);
        if (!apart && moves > MOST_MOVES) {
            moves = 0;
            growthOfOne = 0;
            growthOfOther = 0;
        }
        return apart;
    }
}
