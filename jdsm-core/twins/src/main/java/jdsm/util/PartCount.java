package jdsm.util;

/** The number of parts of a {@link ConcurrentHashMap} that are not divided. Only divisions of parts use it. */
final class PartCount {
    /** Counting the entries of a map takes the lock of each part. */
    static final int MOST = 512;

    private int count = 1;

    /** Counts more parts, unless there would be too many; returns whether it has. */
    synchronized boolean mayAdd(int more) {
        if (count + more > MOST) {
            return false;
        }
        count += more;
        return true;
    }

    synchronized int count() {
        return count;
    }
}
