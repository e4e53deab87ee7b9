package jdsm.util;

/**
 * A table that finds out whether two threads which change it in turn use ranges of hash codes that are apart. Only then does a
 * division of the table help them: with random keys, each would need all parts.
 */
class Rivals<K, V> extends Table<K, V> {
    /** The fewest changes of each by which ranges are compared. Random keys of two threads are apart once in 6,000 times. */
    private static final int LEAST_CHANGES = 8;

    /** After so many changes of hands, ranges are found anew: threads may have used others before. */
    private static final int MOST_MOVES = 32;

    /** The thread that changed the table last, and how often another one did so than the time before. */
    private int user;

    private int moves;

    private int one;
    private int changesOfOne;
    private int lowOfOne;
    private int highOfOne;

    private int other;
    private int changesOfOther;
    private int lowOfOther;
    private int highOfOther;

    /** Called at each change of a key's entry, with a number of the thread that makes it. */
    final void changedBy(int thread, int hash) {
        if (user != thread) {
            user = thread;
            moves++;
        }
        if (changesOfOne == 0 || one == thread) {
            boolean begins = changesOfOne++ == 0;
            one = thread;
            lowOfOne = begins ? hash : Math.min(lowOfOne, hash);
            highOfOne = begins ? hash : Math.max(highOfOne, hash);
        } else if (changesOfOther == 0 || other == thread) {
            boolean begins = changesOfOther++ == 0;
            other = thread;
            lowOfOther = begins ? hash : Math.min(lowOfOther, hash);
            highOfOther = begins ? hash : Math.max(highOfOther, hash);
        }
    }

    /** Whether two threads have used ranges that are apart. */
    final boolean areApart() {
        boolean apart = changesOfOne >= LEAST_CHANGES
                && changesOfOther >= LEAST_CHANGES
                && (highOfOne < lowOfOther || highOfOther < lowOfOne);
        if (!apart && moves > MOST_MOVES) {
            moves = 0;
            changesOfOne = 0;
            changesOfOther = 0;
        }
        return apart;
    }
}
