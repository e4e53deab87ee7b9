package jdsm;

/**
 * A copy or an exclusive right that was asked for and has not been waited for yet (JDSM paper, section 3.2: Future).
 * The worker computes while the request is under way, and calls {@link #touch} before it uses the object. Only the
 * worker that made the request may use the future.
 */
public interface DsmFuture {
    /**
     * Blocks until the request is fulfilled: the copy is up to date as after {@link SharedObjectPool#update}, or the
     * worker holds the object as after {@link SharedObjectPool#acquire}. The worker may access the object only after
     * this call has returned. Further calls return at once.
     *
     * @throws JobEndedException if the job fails during the wait
     */
    void touch();

    /** Whether the request is fulfilled, so that {@link #touch} would probably not block. Does not block. */
    boolean isDone();
}
