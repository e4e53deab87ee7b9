package jdsm.pool;

import jdsm.runtime.SharedMonitor;

/** The monitor of what all ranks call by one name. */
final class NamedMonitor extends SharedMonitor {
    private final int lock;
    private final String name;
    private final Object object;
    private final WovenAccess access;

    /** @param object what has the name on this rank */
    NamedMonitor(int lock, String name, Object object, WovenAccess access) {
        this.lock = lock;
        this.name = name;
        this.object = object;
        this.access = access;
    }

    /**
     * The service loop may run a class's initialiser, or a record's constructor. These are a rank's own, and it must
     * not wait for other ranks there: who could answer it?
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
        access.signal(lock);
    }
}
