package jdsm.util;

import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import jdsm.runtime.ObjectCalls;

/**
 * The twin of {@link java.util.concurrent.locks.ReentrantLock}. Static methods stand for the JDK's final ones, and take
 * any object of the JDK's class.
 */
public class ReentrantLock extends java.util.concurrent.locks.ReentrantLock {
    private static final long serialVersionUID = 1L;

    @SuppressWarnings("serial") // Java serialisation of a lock is refused
    private final Exclusive holder;

    private final boolean fair;

    /** As {@link java.util.concurrent.locks.ReentrantLock#ReentrantLock()}. */
    public ReentrantLock() {
        this(false);
    }

    /** As {@link java.util.concurrent.locks.ReentrantLock#ReentrantLock(boolean)}. */
    public ReentrantLock(boolean fair) {
        this.fair = fair;
        holder = new Exclusive(fair);
    }

    @Override
    public void lock() {
        Exclusive.restore(holder.takeUninterruptibly(1));
    }

    @Override
    public void lockInterruptibly() throws InterruptedException {
        holder.takeWithin(null);
    }

    @Override
    public boolean tryLock() {
        return holder.take(1);
    }

    @Override
    public boolean tryLock(long timeout, TimeUnit unit) throws InterruptedException {
        return holder.takeWithin(new Deadline(unit.toNanos(timeout)));
    }

    @Override
    public void unlock() {
        holder.leaveOnce();
    }

    @Override
    public Condition newCondition() {
        return new LockCondition(holder);
    }

    @Override
    public int getHoldCount() {
        return holder.holds();
    }

    @Override
    public boolean isHeldByCurrentThread() {
        return holder.isMine();
    }

    @Override
    public boolean isLocked() {
        return holder.isHeld();
    }

    /** {@inheritDoc} The thread may be another rank's, so it is not known. */
    @Override
    protected Thread getOwner() {
        return isHeldByCurrentThread() ? Thread.currentThread() : null;
    }

    /** {@inheritDoc} The threads may be other ranks', so none is known. */
    @Override
    protected Collection<Thread> getQueuedThreads() {
        return List.of();
    }

    @Override
    public boolean hasWaiters(Condition condition) {
        return getWaitQueueLength(condition) > 0;
    }

    @Override
    public int getWaitQueueLength(Condition condition) {
        return holder.waiting(condition);
    }

    /** {@inheritDoc} The threads may be other ranks', so none is known. */
    @Override
    protected Collection<Thread> getWaitingThreads(Condition condition) {
        return List.of();
    }

    @Override
    public String toString() {
        return getClass().getName() + (isLocked() ? "[Locked]" : "[Unlocked]");
    }

    /** {@link java.util.concurrent.locks.ReentrantLock#isFair}. */
    public static boolean isFair(java.util.concurrent.locks.ReentrantLock lock) {
        return lock instanceof ReentrantLock twin ? twin.fair : lock.isFair();
    }

    /** {@link java.util.concurrent.locks.ReentrantLock#hasQueuedThreads}. */
    public static boolean hasQueuedThreads(java.util.concurrent.locks.ReentrantLock lock) {
        return getQueueLength(lock) > 0;
    }

    /** {@link java.util.concurrent.locks.ReentrantLock#hasQueuedThread}. */
    public static boolean hasQueuedThread(java.util.concurrent.locks.ReentrantLock lock, Thread thread) {
        if (lock instanceof ReentrantLock) {
            throw ObjectCalls.refused("ReentrantLock.hasQueuedThread has no form for several ranks");
        }
        return lock.hasQueuedThread(thread);
    }

    /** {@link java.util.concurrent.locks.ReentrantLock#getQueueLength}. */
    public static int getQueueLength(java.util.concurrent.locks.ReentrantLock lock) {
        return lock instanceof ReentrantLock twin ? twin.holder.waiting() : lock.getQueueLength();
    }
}
