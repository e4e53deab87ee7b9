package jdsm.util;

import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import jdsm.runtime.ObjectCalls;

/**
 * The twin of {@link java.util.concurrent.locks.ReentrantReadWriteLock}. Static methods stand for the JDK's final ones,
 * and take any object of the JDK's class. A lock that is fair favours no thread.
 */
public class ReentrantReadWriteLock extends java.util.concurrent.locks.ReentrantReadWriteLock {
    private static final long serialVersionUID = 1L;

    @SuppressWarnings("serial") // Java serialisation of a lock is refused
    private final ReadersAndWriter holders = new ReadersAndWriter();

    @SuppressWarnings("serial")
    private final ReadLock readLock;

    @SuppressWarnings("serial")
    private final WriteLock writeLock;

    private final boolean fair;

    /** As {@link java.util.concurrent.locks.ReentrantReadWriteLock#ReentrantReadWriteLock()}. */
    public ReentrantReadWriteLock() {
        this(false);
    }

    /** As {@link java.util.concurrent.locks.ReentrantReadWriteLock#ReentrantReadWriteLock(boolean)}. */
    @SuppressWarnings("this-escape") // to the two locks, which the JDK's constructors of them get as well
    public ReentrantReadWriteLock(boolean fair) {
        this.fair = fair;
        readLock = new ReadLock(this, holders);
        writeLock = new WriteLock(this, holders);
    }

    /** The lock of readers. */
    private static final class ReadLock extends java.util.concurrent.locks.ReentrantReadWriteLock.ReadLock {
        private static final long serialVersionUID = 1L;

        @SuppressWarnings("serial")
        private final ReadersAndWriter holders;

        private ReadLock(java.util.concurrent.locks.ReentrantReadWriteLock lock, ReadersAndWriter holders) {
            super(lock);
            this.holders = holders;
        }

        @Override
        public void lock() {
            Exclusive.restore(holders.readUninterruptibly());
        }

        @Override
        public void lockInterruptibly() throws InterruptedException {
            holders.readWithin(null);
        }

        @Override
        public boolean tryLock() {
            return holders.read(false);
        }

        @Override
        public boolean tryLock(long timeout, TimeUnit unit) throws InterruptedException {
            return holders.readWithin(new Deadline(unit.toNanos(timeout)));
        }

        @Override
        public void unlock() {
            holders.stopReading();
        }

        @Override
        public Condition newCondition() {
            throw new UnsupportedOperationException();
        }

        @Override
        public String toString() {
            return getClass().getName() + "[Read locks = " + holders.reads() + "]";
        }
    }

    /** The lock of writers. */
    private static final class WriteLock extends java.util.concurrent.locks.ReentrantReadWriteLock.WriteLock {
        private static final long serialVersionUID = 1L;

        @SuppressWarnings("serial")
        private final ReadersAndWriter holders;

        private WriteLock(java.util.concurrent.locks.ReentrantReadWriteLock lock, ReadersAndWriter holders) {
            super(lock);
            this.holders = holders;
        }

        @Override
        public void lock() {
            Exclusive.restore(holders.takeUninterruptibly(1));
        }

        @Override
        public void lockInterruptibly() throws InterruptedException {
            holders.takeWithin(null);
        }

        @Override
        public boolean tryLock() {
            return holders.take(1);
        }

        @Override
        public boolean tryLock(long timeout, TimeUnit unit) throws InterruptedException {
            return holders.takeWithin(new Deadline(unit.toNanos(timeout)));
        }

        @Override
        public void unlock() {
            holders.leaveOnce();
        }

        @Override
        public Condition newCondition() {
            return new LockCondition(holders);
        }

        @Override
        public boolean isHeldByCurrentThread() {
            return holders.isMine();
        }

        @Override
        public int getHoldCount() {
            return holders.holds();
        }

        @Override
        public String toString() {
            return getClass().getName() + (holders.isHeld() ? "[Locked]" : "[Unlocked]");
        }
    }

    @Override
    public java.util.concurrent.locks.ReentrantReadWriteLock.ReadLock readLock() {
        return readLock;
    }

    @Override
    public java.util.concurrent.locks.ReentrantReadWriteLock.WriteLock writeLock() {
        return writeLock;
    }

    @Override
    public int getReadLockCount() {
        return holders.reads();
    }

    @Override
    public int getReadHoldCount() {
        return holders.readsOfMine();
    }

    @Override
    public boolean isWriteLocked() {
        return holders.isHeld();
    }

    @Override
    public boolean isWriteLockedByCurrentThread() {
        return holders.isMine();
    }

    @Override
    public int getWriteHoldCount() {
        return holders.holds();
    }

    /** {@inheritDoc} The thread may be another rank's, so it is not known. */
    @Override
    protected Thread getOwner() {
        return holders.isMine() ? Thread.currentThread() : null;
    }

    /** {@inheritDoc} The threads may be other ranks', so none is known. */
    @Override
    protected Collection<Thread> getQueuedThreads() {
        return List.of();
    }

    /** {@inheritDoc} The threads may be other ranks', so none is known. */
    @Override
    protected Collection<Thread> getQueuedReaderThreads() {
        return List.of();
    }

    /** {@inheritDoc} The threads may be other ranks', so none is known. */
    @Override
    protected Collection<Thread> getQueuedWriterThreads() {
        return List.of();
    }

    /** {@inheritDoc} The threads may be other ranks', so none is known. */
    @Override
    protected Collection<Thread> getWaitingThreads(Condition condition) {
        return List.of();
    }

    @Override
    public boolean hasWaiters(Condition condition) {
        return holders.waiting(condition) > 0;
    }

    @Override
    public int getWaitQueueLength(Condition condition) {
        return holders.waiting(condition);
    }

    @Override
    public String toString() {
        return getClass().getName() + "[Write locks = " + holders.holdsInAll() + ", Read locks = " + holders.reads()
                + "]";
    }

    /** {@link java.util.concurrent.locks.ReentrantReadWriteLock#isFair}. */
    public static boolean isFair(java.util.concurrent.locks.ReentrantReadWriteLock lock) {
        return lock instanceof ReentrantReadWriteLock twin ? twin.fair : lock.isFair();
    }

    /** {@link java.util.concurrent.locks.ReentrantReadWriteLock#hasQueuedThreads}. */
    public static boolean hasQueuedThreads(java.util.concurrent.locks.ReentrantReadWriteLock lock) {
        return getQueueLength(lock) > 0;
    }

    /** {@link java.util.concurrent.locks.ReentrantReadWriteLock#hasQueuedThread}. */
    public static boolean hasQueuedThread(java.util.concurrent.locks.ReentrantReadWriteLock lock, Thread thread) {
        if (lock instanceof ReentrantReadWriteLock) {
            throw ObjectCalls.refused("ReentrantReadWriteLock.hasQueuedThread has no form for several ranks");
        }
        return lock.hasQueuedThread(thread);
    }

    /** {@link java.util.concurrent.locks.ReentrantReadWriteLock#getQueueLength}. */
    public static int getQueueLength(java.util.concurrent.locks.ReentrantReadWriteLock lock) {
        return lock instanceof ReentrantReadWriteLock twin ? twin.holders.waitingInAll() : lock.getQueueLength();
    }
}
