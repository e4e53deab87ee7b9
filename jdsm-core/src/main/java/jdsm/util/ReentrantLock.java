package jdsm.util;

import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import jdsm.runtime.ObjectCalls;

/**
 * The twin of {@link java.util.concurrent.locks.ReentrantLock}. Static methods stand for the JDK's final ones, and take
 * any object of the JDK's class. A lock that is fair favours no thread.
 */
public class ReentrantLock extends java.util.concurrent.locks.ReentrantLock {
    private static final long serialVersionUID = 1L;

    /** An object for each thread, by which ranks know which thread has a lock. */
    private static final ThreadLocal<Object> ME = ThreadLocal.withInitial(Object::new);

    @SuppressWarnings("serial") // Java serialisation of a lock is refused
    final Object monitor = new Object();

    private final boolean fair;

    @SuppressWarnings("serial")
    private Object owner;

    private int holds;
    private int waiting;

    /** As {@link java.util.concurrent.locks.ReentrantLock#ReentrantLock()}. */
    public ReentrantLock() {
        fair = false;
    }

    /** As {@link java.util.concurrent.locks.ReentrantLock#ReentrantLock(boolean)}. */
    public ReentrantLock(boolean fair) {
        this.fair = fair;
    }

    private boolean isMine() {
        return owner == ME.get();
    }

    /** Takes the lock if it is free or the calling thread's; the caller has the monitor. */
    private boolean take(int times) {
        if (owner != null && !isMine()) {
            return false;
        }
        if (holds + times < 0) {
            throw new Error("Maximum lock count exceeded");
        }
        owner = ME.get();
        holds += times;
        return true;
    }

    /** Takes the lock, as often as told, and returns whether the thread was interrupted; the caller has the monitor. */
    boolean takeUninterruptibly(int times) {
        boolean interrupted = false;
        waiting++;
        while (!take(times)) {
            try {
                monitor.wait();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        waiting--;
        return interrupted;
    }

    /** Lets go of the lock completely, and returns how often the thread had it; the caller has the monitor. */
    int leave() {
        requireMine();
        int times = holds;
        holds = 0;
        owner = null;
        monitor.notifyAll();
        return times;
    }

    void requireMine() {
        if (!isMine()) {
            throw new IllegalMonitorStateException();
        }
    }

    @Override
    public void lock() {
        boolean interrupted;
        synchronized (monitor) {
            interrupted = takeUninterruptibly(1);
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void lockInterruptibly() throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        synchronized (monitor) {
            waiting++;
            try {
                while (!take(1)) {
                    monitor.wait();
                }
            } finally {
                waiting--;
            }
        }
    }

    @Override
    public boolean tryLock() {
        synchronized (monitor) {
            return take(1);
        }
    }

    @Override
    public boolean tryLock(long timeout, TimeUnit unit) throws InterruptedException {
        Deadline deadline = new Deadline(unit.toNanos(timeout));
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        synchronized (monitor) {
            waiting++;
            try {
                while (!take(1)) {
                    if (!deadline.waits(monitor)) {
                        return false;
                    }
                }
                return true;
            } finally {
                waiting--;
            }
        }
    }

    @Override
    public void unlock() {
        synchronized (monitor) {
            requireMine();
            if (holds == 1) {
                leave();
            } else {
                holds--;
            }
        }
    }

    @Override
    public Condition newCondition() {
        return new LockCondition(this);
    }

    @Override
    public int getHoldCount() {
        synchronized (monitor) {
            return isMine() ? holds : 0;
        }
    }

    @Override
    public boolean isHeldByCurrentThread() {
        synchronized (monitor) {
            return isMine();
        }
    }

    @Override
    public boolean isLocked() {
        synchronized (monitor) {
            return owner != null;
        }
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
        if (!(condition instanceof LockCondition own) || !own.isOf(this)) {
            throw new IllegalArgumentException("not owner");
        }
        synchronized (monitor) {
            requireMine();
            return own.waiting();
        }
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
        if (!(lock instanceof ReentrantLock twin)) {
            return lock.getQueueLength();
        }
        synchronized (twin.monitor) {
            return twin.waiting;
        }
    }
}
