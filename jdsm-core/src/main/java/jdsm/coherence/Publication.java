package jdsm.coherence;

/** How the other ranks hear of what a release publishes. */
public enum Publication {
    /** Every copy is invalidated before the release is complete (eager release consistency). */
    INVALIDATE,
    /** Write notices travel with the synchronisation that orders the access (lazy release consistency). */
    NOTIFY,
    /** What changed is sent to every copy before the release is complete. */
    UPDATE,
    /**
     * As NOTIFY; but for each unit and rank as its use suggests: copies that are asked for to be up to date are invalidated
     * at once, changes are pushed to ranks that read every version, and ownership goes to readers that write next.
     */
    ADAPT;

    /** Whether copies may go out of date by write notices. */
    public boolean hasNotices() {
        return this == NOTIFY || this == ADAPT;
    }
}
