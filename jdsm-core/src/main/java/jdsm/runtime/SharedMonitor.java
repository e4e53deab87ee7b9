package jdsm.runtime;

/**
 * The job-wide lock behind the monitor of an object or of a name. A caller has the JVM's monitor on this rank.
 * Thread-safe.
 */
public abstract class SharedMonitor {
    /** Takes the lock: an acquire. Reentrant; blocks. */
    protected abstract void lock();

    /** Undoes one {@link #lock}: a release. Does nothing if the calling thread does not have the lock. */
    protected abstract void unlock();

    /** Whether the calling thread has the lock. */
    protected abstract boolean isLocked();

    /**
     * Does {@code Object.wait}: releases the lock completely, waits for a notification, and takes the lock as often as
     * before. Blocks.
     *
     * @param nanos the limit of the wait in nanoseconds; 0: none
     */
    protected abstract void await(long nanos) throws InterruptedException;

    /** Does {@code Object.notify}, or {@code notifyAll} if {@code all}; the caller has the lock. */
    protected abstract void signal(boolean all);
}
