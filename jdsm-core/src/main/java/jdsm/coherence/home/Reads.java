package jdsm.coherence.home;

/**
 * When this rank asks for copies of a unit that another one owns, counted in its own barriers; and so when it will again, where
 * that has a period. What it says is a guess: nothing depends on it but cost.
 */
final class Reads {
    /** Of {@link #expected}: none can be told. */
    static final int UNKNOWN = -1;

    private final Pace pace;
    /** The barrier behind which a copy was asked for last. */
    private int last = UNKNOWN;

    private int distance;
    /** How often in a row it was that distance. */
    private int alike;

    Reads(Pace pace) {
        this.pace = pace;
    }

    /** A copy is asked for, so many barriers having been passed. */
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

    /** Nobody has looked at the last one: what seemed to be a period is over. */
    void inVain() {
        last = UNKNOWN;
        distance = 0;
        alike = 0;
    }

    /** The barrier behind which a copy will be asked for next, or {@link #UNKNOWN}. */
    int expected() {
        return alike >= pace.fetches() ? last + distance : UNKNOWN;
    }
}
