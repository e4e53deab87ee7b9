package jdsm.pool;

import jdsm.runtime.SharedMonitor;

/** The monitor of an object that all ranks know by one name, such as a class. */
final class NamedMonitor extends SharedMonitor {
    private final int lock;
    private final String name;
    private final Object object;
    private final WovenAccess access;

    /** @param object this rank's object of that name */
    NamedMonitor(int lock, String name, Object object, WovenAccess access) {
        this.lock = lock;
        this.name = name;
        this.object = object;
        this.access = access;
    }

    /**
     * Acquires the lock, except on the service loop. The service loop may run a class initialiser or a record's
     * constructor, which are local to the rank. It must not wait for other ranks there, because it could not handle
     * their answer.
     */
    @Override
    protected void lock() {
        if (!access.isServiceLoop()) {
            access.lock(lock);
        }
    }

    @Override
    protected void unlock() {
        access.unlock(lock);
    }

    @Override
    protected boolean isLocked() {
        return access.isLocked(lock);
    }

    @Override
    protected void await(long nanos) throws InterruptedException {
        access.await(lock, object, nanos, name);
    }

    @Override
    protected void signal(boolean all) {
        access.signal(lock, object);
    }
}
