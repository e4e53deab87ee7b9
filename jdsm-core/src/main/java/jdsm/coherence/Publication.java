package jdsm.coherence;

/** The ways in which the other ranks can hear of a release. */
public enum Publication {
    /** Every copy is invalidated before the release is complete (eager release consistency). */
    INVALIDATE,
    /** Write notices travel with the synchronisation that orders the access (lazy release consistency). */
    NOTIFY,
    /** The diffs are sent to every copy before the release is complete. */
    UPDATE,
    /**
     * As NOTIFY, adapted to the use of each unit by each rank: a copy that a rank requested with all released content
     * is invalidated at once, diffs are pushed to ranks that read every version, and a reader that is expected to write
     * next receives the ownership.
     */
    ADAPT;

    /** Whether write notices can make copies stale. */
    public boolean hasNotices() {
        return this == NOTIFY || this == ADAPT;
    }
}
