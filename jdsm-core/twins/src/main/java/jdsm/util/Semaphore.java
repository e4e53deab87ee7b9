package jdsm.util;

import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The twin of {@link java.util.concurrent.Semaphore}. Static methods stand for the JDK's final ones, and take any
 * object of the JDK's class. A semaphore that is fair favours no thread.
 */
public class Semaphore extends java.util.concurrent.Semaphore {
    private static final long serialVersionUID = 1L;

    @SuppressWarnings("serial") // Java serialisation of a semaphore is refused
    private final Object monitor = new Object();

    private final boolean fair;
    private int permits;
    private int waiting;

    /** As {@link java.util.concurrent.Semaphore#Semaphore(int)}. */
    public Semaphore(int permits) {
        this(permits, false);
    }

    /** As {@link java.util.concurrent.Semaphore#Semaphore(int, boolean)}. */
    public Semaphore(int permits, boolean fair) {
        super(permits);
        this.permits = permits;
        this.fair = fair;
    }

    private static void require(int count) {
        if (count < 0) {
            throw new IllegalArgumentException();
        }
    }

    /** Takes permits if they are there; the caller has the monitor. */
    private boolean take(int count) {
        boolean enough = permits >= count;
        permits -= enough ? count : 0;
        return enough;
    }

    @Override
    public void acquire() throws InterruptedException {
        acquire(1);
    }

    @Override
    public void acquire(int count) throws InterruptedException {
        require(count);
        Deadline.requireNotInterrupted();
        synchronized (monitor) {
            waiting++;
            try {
                while (!take(count)) {
                    monitor.wait();
                }
            } finally {
                waiting--;
            }
        }
    }

    @Override
    public void acquireUninterruptibly() {
        acquireUninterruptibly(1);
    }

    @Override
    public void acquireUninterruptibly(int count) {
        require(count);
        boolean interrupted = false;
        synchronized (monitor) {
            waiting++;
            while (!take(count)) {
                try {
                    monitor.wait();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
            waiting--;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public boolean tryAcquire() {
        return tryAcquire(1);
    }

    @Override
    public boolean tryAcquire(int count) {
        require(count);
        synchronized (monitor) {
            return take(count);
        }
    }

    @Override
    public boolean tryAcquire(long timeout, TimeUnit unit) throws InterruptedException {
        return tryAcquire(1, timeout, unit);
    }

    @Override
    public boolean tryAcquire(int count, long timeout, TimeUnit unit) throws InterruptedException {
        require(count);
        Deadline deadline = new Deadline(unit.toNanos(timeout));
        Deadline.requireNotInterrupted();
        synchronized (monitor) {
            waiting++;
            try {
                while (!take(count)) {
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
    public void release() {
        release(1);
    }

    @Override
    public void release(int count) {
        require(count);
        synchronized (monitor) {
            if (permits + count < permits) {
                throw new Error("Maximum permit count exceeded");
            }
            permits += count;
            monitor.notifyAll();
        }
    }

    @Override
    public int availablePermits() {
        synchronized (monitor) {
            return permits;
        }
    }

    @Override
    public int drainPermits() {
        synchronized (monitor) {
            int all = permits;
            permits = 0;
            return all;
        }
    }

    @Override
    protected void reducePermits(int count) {
        require(count);
        synchronized (monitor) {
            permits -= count;
        }
    }

    @Override
    public boolean isFair() {
        return fair;
    }

    /** {@inheritDoc} The threads may be other ranks', so none is known. */
    @Override
    protected Collection<Thread> getQueuedThreads() {
        return List.of();
    }

    @Override
    public String toString() {
        return getClass().getName() + "[Permits = " + availablePermits() + "]";
    }

    /** {@link java.util.concurrent.Semaphore#hasQueuedThreads}. */
    public static boolean hasQueuedThreads(java.util.concurrent.Semaphore semaphore) {
        return getQueueLength(semaphore) > 0;
    }

    /** {@link java.util.concurrent.Semaphore#getQueueLength}. */
    public static int getQueueLength(java.util.concurrent.Semaphore semaphore) {
        if (!(semaphore instanceof Semaphore twin)) {
            return semaphore.getQueueLength();
        }
        synchronized (twin.monitor) {
            return twin.waiting;
        }
    }
}
