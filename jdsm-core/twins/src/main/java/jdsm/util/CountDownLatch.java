package jdsm.util;

import java.util.concurrent.TimeUnit;

/** The twin of {@link java.util.concurrent.CountDownLatch}. */
public class CountDownLatch extends java.util.concurrent.CountDownLatch {
    /** Not this object's own monitor, which the program may use. */
    private final Object monitor = new Object();

    private long count;

    /** As {@link java.util.concurrent.CountDownLatch#CountDownLatch(int)}. */
    public CountDownLatch(int count) {
        super(count);
        this.count = count;
    }

    @Override
    public void await() throws InterruptedException {
        Deadline.requireNotInterrupted();
        synchronized (monitor) {
            while (count > 0) {
                monitor.wait();
            }
        }
    }

    @Override
    public boolean await(long timeout, TimeUnit unit) throws InterruptedException {
        Deadline deadline = new Deadline(unit.toNanos(timeout));
        Deadline.requireNotInterrupted();
        synchronized (monitor) {
            while (count > 0) {
                if (!deadline.waits(monitor)) {
                    return false;
                }
            }
            return true;
        }
    }

    @Override
    public void countDown() {
        synchronized (monitor) {
            if (count > 0) {
                count--;
                if (count == 0) {
                    monitor.notifyAll();
                }
            }
        }
    }

    @Override
    public long getCount() {
        synchronized (monitor) {
            return count;
        }
    }

    @Override
    public String toString() {
        return getClass().getName() + "[Count = " + getCount() + "]";
    }
}
