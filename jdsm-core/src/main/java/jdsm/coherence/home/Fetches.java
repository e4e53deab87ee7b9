package jdsm.coherence.home;

/**
 * The times at which other ranks fetch a unit, counted in the barriers of its owner, and from these the expected time
 * of the next fetch, if they have a period. Begins anew with each owner. The expectation is a guess: only cost depends
 * on it.
 */
final class Fetches {
    /** The result of {@link #expected} where the fetches have no period. */
    static final int UNKNOWN = -1;

    /**
     * The most by which two distances count as equal: a rank that fetches may be a barrier ahead of the owner, or
     * behind it, and so one distance may be longer and the next one shorter.
     */
    private static final int JITTER = 2;

    private final Pace pace;
    /** The barrier after which the present version was exported. */
    private int exportedAt;
    /** The number of versions in a row that no rank has fetched. */
    private int unfetched;
    /** The barrier after which a version was fetched last. */
    private int last = UNKNOWN;

    private int distance;
    /** The distance before the latest; if two distances take turns, the next fetch is expected after the shorter one. */
    private int distanceBefore;
    /** How often in a row the distance was about the latest one. */
    private int alike;

    Fetches(Pace pace) {
        this.pace = pace;
    }

    /** Notes that a version has been exported. */
    void exported(int barrier) {
        exportedAt = barrier;
    }

    /** Notes that a newer version replaces the exported one. */
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
     * @param inVain whether no version was exported, so that the rank had to ask even if it knew of the place
     */
    void asked(int barrier, boolean inVain) {
        if (inVain && expected() > barrier + JITTER) {
            alike = 0; // the expectation was wrong
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
            distanceBefore = distance;
            distance = since;
        }
        last = barrier;
    }

    /** Whether too many versions in a row were not fetched by any rank. */
    boolean isUnwanted() {
        return unfetched > pace.unfetched();
    }

    /**
     * The barrier after which the next fetch is expected. {@link #UNKNOWN} also where the period is so short that each
     * version is worth exporting.
     */
    int expected() {
        int shorter = alike > 1 ? Math.min(distance, distanceBefore) : distance;
        return pace.foresees() && alike >= pace.fetches() && shorter > pace.unfetched() ? last + shorter : UNKNOWN;
    }
}
