package jdsm.examples.programs;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import jdsm.SPMD;

/** The JDK's read-write lock in shared fields. Each line that it reports needs what all workers did. */
public final class WovenLocks extends SPMD {
    private static final int TURNS = 30;

    private final ReadWriteLock lock = new ReentrantReadWriteLock();
    private final ReentrantReadWriteLock fair = new ReentrantReadWriteLock(true);
    private final ReentrantReadWriteLock.ReadLock reading = fair.readLock();
    private final Condition enough = fair.writeLock().newCondition();
    private long low;
    private long high;
    private int torn;
    private int parties;

    private int look() {
        lock.readLock().lock();
        try {
            return low == high ? 0 : 1;
        } finally {
            lock.readLock().unlock();
        }
    }

    @Override
    public void start() throws InterruptedException {
        int wrong = 0;
        for (int turn = 0; turn < TURNS; turn++) {
            lock.writeLock().lock();
            try {
                low += worker() + 1;
                lock.readLock().lock(); // a writer may read
                high += worker() + 1;
                lock.readLock().unlock();
            } finally {
                lock.writeLock().unlock();
            }
            wrong += look();
        }
        meet(wrong);
        barrier();
        reading.lock();
        barrier(); // all workers read at once
        int readers = fair.getReadLockCount();
        boolean written = fair.writeLock().tryLock();
        barrier();
        reading.unlock();
        barrier();
        report(worker() + " ReentrantReadWriteLock " + low + " " + high + " " + torn + " " + readers + written
                + fair.getReadHoldCount() + fair.isWriteLocked() + fair.isFair() + fair.hasQueuedThreads());
    }

    /** Waits for all workers by a condition of the writers' lock. */
    private void meet(int wrong) throws InterruptedException {
        fair.writeLock().lock();
        try {
            torn += wrong;
            parties++;
            enough.signalAll();
            while (parties < workers()) {
                enough.await();
            }
        } finally {
            fair.writeLock().unlock();
        }
    }
}
