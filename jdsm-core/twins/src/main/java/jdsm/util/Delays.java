package jdsm.util;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.RunnableScheduledFuture;
import java.util.concurrent.TimeUnit;
import jdsm.Local;

/** The clock of a pool's delayed tasks, their order, and what becomes of them when the pool is shut down. */
final class Delays {
    private static final long NANOS_PER_MILLI = 1_000_000;

    /** What makes this JVM's clock one that all ranks have, as far as their hosts' clocks agree. */
    @Local
    private static final long SINCE_EPOCH = System.currentTimeMillis() * NANOS_PER_MILLI - System.nanoTime();

    private final Pool pool;

    // Guarded by this object's monitor.
    private long made;
    private boolean keepPeriodic;
    private boolean keepDelayed = true;
    private boolean removeCancelled;

    Delays(Pool pool) {
        this.pool = pool;
    }

    /** A queue of delayed tasks. */
    @SuppressWarnings("unchecked")
    static BlockingQueue<Runnable> queue() {
        return (BlockingQueue<Runnable>) (BlockingQueue<?>) new DelayQueue<RunnableScheduledFuture<?>>();
    }

    /** Nanoseconds since the epoch; does not go back on a rank. */
    static long now() {
        return SINCE_EPOCH + System.nanoTime();
    }

    /** The time at the end of a delay. */
    static long in(long delayNanos) {
        return after(now(), Math.max(delayNanos, 0));
    }

    /** The sum of a time and a delay that is not negative. */
    static long after(long time, long delayNanos) {
        return delayNanos > Long.MAX_VALUE - time ? Long.MAX_VALUE : time + delayNanos;
    }

    /** Counts tasks, in the order in which they are made. */
    synchronized long next() {
        return made++;
    }

    /** Whether a task may run: not every one may after the pool has been shut down. */
    boolean mayRun(DelayedTask<?> task) {
        return !pool.isStopped() && (!pool.isShut() || isKept(task));
    }

    private synchronized boolean isKept(RunnableScheduledFuture<?> task) {
        return task.isPeriodic() ? keepPeriodic : keepDelayed || task.getDelay(TimeUnit.NANOSECONDS) <= 0;
    }

    /** Puts a periodic task back for its next run. */
    void again(DelayedTask<?> task, Runnable knownAs) {
        if (!mayRun(task) || !pool.enqueue(knownAs, true)) {
            task.cancel(false);
        } else if (!mayRun(task) && pool.remove(knownAs)) {
            task.cancel(false); // the pool was shut down meanwhile
        }
    }

    void cancelled(Runnable knownAs) {
        if (removesCancelled()) {
            pool.remove(knownAs);
        }
    }

    /** Cancels the tasks that are not to run after the pool has been shut down. */
    void cancelRest() {
        for (Object element : pool.queue().toArray()) {
            if (element instanceof RunnableScheduledFuture<?> task && (!isKept(task) || task.isCancelled())) {
                pool.queue().remove(task);
                task.cancel(false);
            }
        }
        pool.endIfLeft();
    }

    private void changed() {
        if (pool.isShut()) {
            cancelRest();
        }
    }

    void keepPeriodic(boolean value) {
        synchronized (this) {
            keepPeriodic = value;
        }
        changed();
    }

    synchronized boolean keepsPeriodic() {
        return keepPeriodic;
    }

    void keepDelayed(boolean value) {
        synchronized (this) {
            keepDelayed = value;
        }
        changed();
    }

    synchronized boolean keepsDelayed() {
        return keepDelayed;
    }

    synchronized void removeCancelled(boolean value) {
        removeCancelled = value;
    }

    synchronized boolean removesCancelled() {
        return removeCancelled;
    }
}
