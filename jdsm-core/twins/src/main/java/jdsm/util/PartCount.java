package jdsm.util;

/** The number of parts of a {@link ConcurrentHashMap} that are not divided. Only divisions of parts use it. */
final class PartCount {
    /** The most parts that a map has for its size alone: counting the entries takes the lock of each part. */
    static final int MOST = 512;

    /** The most parts that a map has because ranks change it in turn, each part of which costs messages anyway. */
    static final int MOST_FOR_RANKS = 4096;

    private int count = 1;

    /** Counts more parts, unless there would be more than {@code most}; returns whether it has. */
    synchronized boolean mayAdd(int more, int most) {
        if (count + more > most) {
            return false;
        }
        count += more;
        return true;
    }

    synchronized int count() {
        return count;
    }
}
