package jdsm.coherence.home;

/**
 * The times at which this rank requests copies of a unit that another rank owns, counted in this rank's barriers, and
 * from these the expected time of the next request, if they have a period. The expectation is a guess: only cost
 * depends on it.
 */
final class Reads {
    /** Of {@link #expected}: the requests have no period. */
    static final int UNKNOWN = -1;

    private final Pace pace;
    /** The barrier after which a copy was requested last. */
    private int last = UNKNOWN;

    private int distance;
    /** The number of times in a row that it was this distance. */
    private int alike;

    Reads(Pace pace) {
        this.pace = pace;
    }

    /** A copy is requested after a number of barriers. */
    void wanted(int barrier) {
        if (barrier == last) {
            return;
        }
        if (last != UNKNOWN) {
            int since = barrier - last;
            alike = since == distance ? alike + 1 : 1;
            distance = since;
        }
        last = barrier;
    }

    /** No worker has read the last copy: the period is over. */
    void inVain() {
        last = UNKNOWN;
        distance = 0;
        alike = 0;
    }

    /** The barrier after which the next request is expected, or {@link #UNKNOWN}. */
    int expected() {
        return pace.foresees() && alike >= pace.fetches() ? last + distance : UNKNOWN;
    }
}
