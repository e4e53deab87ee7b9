package jdsm.runtime;

/**
 * The lock that all ranks have in common for the monitor of an object, or of what goes by a name. Whoever calls has the
 * monitor on this rank. Thread-safe.
 */
public abstract class SharedMonitor {
    /** Locks: an acquire. Reentrant; blocks. */
    protected abstract void lock();

    /** Undoes one {@link #lock}: a release. Nothing, if the calling thread does not have the lock. */
    protected abstract void unlock();

    /** Whether the calling thread has the lock. */
    protected abstract boolean isLocked();

    /**
     * {@code Object.wait}: gives the lock away however often it is held, waits to be notified, and has it again.
     *
     * @param nanos how long at most; 0: without end
     */
    protected abstract void await(long nanos) throws InterruptedException;

    /** {@code Object.notify} and {@code notifyAll}; the caller has the lock. */
    protected abstract void signal(boolean all);
}
