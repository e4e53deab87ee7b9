package jdsm.coherence;

/** How the other ranks hear of what a release publishes. */
public enum Publication {
    /** Every copy is invalidated before the release is complete (eager release consistency). */
    INVALIDATE,
    /** Write notices travel with the synchronisation that orders the access (lazy release consistency). */
    NOTIFY,
    /** What changed is sent to every copy before the release is complete. */
    UPDATE
}
