package jdsm.coherence.home;

/**
 * When other ranks fetch a unit, counted in the barriers of its owner; and so when they will again, where that has a period.
 * Begins anew with each owner. What it says is a guess: nothing depends on it but cost.
 */
final class Fetches {
    /** Of {@link #expected}: none can be told. */
    static final int UNKNOWN = -1;

    /** Who fetches may be ahead of the owner by a barrier, or behind it, and so one distance longer and the next one shorter. */
    private static final int JITTER = 2;

    private final Pace pace;
    /** The barrier behind which the present version was put there. */
    private int exportedAt;
    /** How many versions in a row nobody has fetched. */
    private int unfetched;
    /** The barrier behind which a version was fetched last. */
    private int last = UNKNOWN;

    private int distance;
    /** How often in a row it was that distance. */
    private int alike;

    Fetches(Pace pace) {
        this.pace = pace;
    }

    /** A version is there from now on. */
    void exported(int barrier) {
        exportedAt = barrier;
    }

    /** What is there is out of date, and has been fetched or not. */
    void replaced(boolean wasFetched) {
        if (wasFetched) {
            fetched(exportedAt);
        } else {
            unfetched++;
        }
    }

    /**
     * A rank has asked for a copy.
     *
     * @param inVain whether it could not have fetched it, had it known where
     */
    void asked(int barrier, boolean inVain) {
        if (inVain && expected() > barrier + JITTER) {
            alike = 0; // it was not to be foreseen
        }
        fetched(barrier);
    }

    private void fetched(int barrier) {
        unfetched = 0;
        if (barrier <= last) {
            return;
        }
        if (last != UNKNOWN) {
            int since = barrier - last;
            alike = Math.abs(since - distance) <= JITTER ? alike + 1 : 1;
            distance = since;
        }
        last = barrier;
    }

    /** For long nobody has wanted any version. */
    boolean isUnwanted() {
        return unfetched > pace.unfetched();
    }

    /** The barrier behind which the next fetch is to be expected, or {@link #UNKNOWN}; also where it may be any of the next. */
    int expected() {
        return alike >= pace.fetches() && distance > pace.unfetched() ? last + distance : UNKNOWN;
    }
}
