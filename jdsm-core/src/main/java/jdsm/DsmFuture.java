package jdsm;

/**
 * A copy or an exclusive right that is on its way (JDSM paper, section 3.2: Future), so that the wait hides behind
 * computation. Belongs to the worker that asked for it.
 */
public interface DsmFuture {
    /**
     * Blocks until what was asked for is usable: a copy as {@link SharedObjectPool#update} would leave it, or the exclusive
     * right. Only from then on may the object be accessed. To be called by the worker that asked; more than once is once.
     *
     * @throws JobEndedException if the job fails meanwhile
     */
    void touch();

    /** Whether {@link #touch} would probably not block. */
    boolean isDone();
}
