package jdsm.coherence.home;

/**
 * The times at which this rank misses a unit that another rank owns, counted in this rank's barriers, and from these the
 * expected time of the next miss, if the distances repeat. A period consists of one distance or of
 * several, as in a program with different phases. The expectation is a guess: only cost depends on it.
 */
final class Misses {
    /** The result of {@link #expected} where the misses have no period. */
    static final int UNKNOWN = -1;

    /** The most distances in a period. */
    private static final int LONGEST_PERIOD = 8;

    /** The number of distances that are kept: two periods; a power of two. */
    private static final int KEPT = 2 * LONGEST_PERIOD;

    private final Pace pace;
    /** The barrier after which the unit was missed last. */
    private int last = UNKNOWN;

    /** The latest distances, each at its number modulo {@link #KEPT}; null before the first one. */
    private int[] distances;
    /** The number of distances. */
    private int count;
    /** The fewest distances in a period: shorter ones have led to requests in vain. */
    private int shortest = 1;
    /** The number of distances in the period by which the latest expectation was made. */
    private int period;

    Misses(Pace pace) {
        this.pace = pace;
    }

    /** Notes that the unit was missed, or requested ahead of need, after a number of barriers. */
    void wanted(int barrier) {
        if (barrier == last) {
            return;
        }
        if (last != UNKNOWN) {
            if (distances == null) {
                distances = new int[KEPT];
            }
            distances[count++ & KEPT - 1] = barrier - last;
        }
        last = barrier;
    }

    /**
     * No worker has read the copy that was requested last, ahead of need: that request does not count, and if the
     * requests have a period, it has more distances.
     */
    void inVain() {
        if (count == 0 || period >= LONGEST_PERIOD) {
            last = UNKNOWN;
            count = 0;
            shortest = 1;
            return;
        }
        last -= distance(1);
        count--;
        shortest = period + 1;
    }

    /** The barrier after which the next miss is expected, or {@link #UNKNOWN}. */
    int expected() {
        if (!pace.foresees()) {
            return UNKNOWN;
        }
        for (period = shortest; period <= LONGEST_PERIOD; period++) {
            if (isRepeated()) {
                return last + distance(period);
            }
        }
        return UNKNOWN;
    }

    /** Whether the latest distances are those of the period before. */
    private boolean isRepeated() {
        int alike = period == 1 ? pace.fetches() - 1 : period;
        if (period + alike > Math.min(count, KEPT)) {
            return false;
        }
        for (int back = 1; back <= alike; back++) {
            if (distance(back) != distance(back + period)) {
                return false;
            }
        }
        return true;
    }

    /** A distance, counted from the latest, which is 1. */
    private int distance(int back) {
        return distances[count - back & KEPT - 1];
    }
}
