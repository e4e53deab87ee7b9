package jdsm.pool;

import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import jdsm.runtime.Presence;
import jdsm.sync.Waits;

/**
 * The workers of this rank in {@code Object.wait} on shared objects. A worker first waits without leaving the object's
 * monitor, if no other worker of the rank could need it, and then in the wait set of the monitor. Thread-safe.
 */
final class MonitorWaits {
    private final Waits waits;
    private final boolean alone;
    private final Map<Integer, Deque<Waiting>> waiting = new ConcurrentHashMap<>();
    /**
     * Wakes workers in the wait sets of monitors. Each monitor gets its own thread, because a worker may keep the
     * monitor while it waits for other ranks.
     */
    private final ExecutorService wakers = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "jdsm-notify");
        thread.setDaemon(true);
        return thread;
    });

    /** A call of {@code wait()} by a worker. The deque that contains it guards its fields. */
    private static final class Waiting {
        /** Recorded because several objects may share a lock that has a name. */
        private final Object object;

        private final Thread worker = Thread.currentThread();
        private boolean notified;
        private boolean inWaitSet;

        private Waiting(Object object) {
            this.object = object;
        }
    }

    /** @param alone whether the rank has only one worker; threads that the program starts may still need a monitor */
    MonitorWaits(Waits waits, boolean alone) {
        this.waits = waits;
        this.alone = alone;
    }

    /**
     * Begins a wait of the calling worker: notifications count from now on.
     *
     * @return the argument for {@link #await} and {@link #end}
     */
    Object begin(int lock, Object object) {
        Waiting me = new Waiting(object);
        Deque<Waiting> queue = waiting.computeIfAbsent(lock, same -> new ArrayDeque<>());
        synchronized (queue) {
            queue.add(me);
        }
        return me;
    }

    /**
     * Blocks until a notification, or for a time.
     *
     * @param nanos the longest wait in nanoseconds; 0 for no limit
     * @param label the object in words, for a stall report
     */
    void await(int lock, Object wait, long nanos, String label) throws InterruptedException {
        Waiting me = (Waiting) wait;
        Deque<Waiting> queue = waiting.get(lock);
        long begin = System.nanoTime();
        if (alone
                && !Presence.hasVisitors()
                && waits.awaitBriefly(nanos, () -> isNotified(queue, me), () -> "to be notified: " + label)) {
            return;
        }
        long left = nanos - (System.nanoTime() - begin);
        if (nanos > 0 && left <= 0) {
            return;
        }
        synchronized (queue) {
            me.inWaitSet = true;
        }
        waits.awaitMonitor(
                me.object, nanos == 0 ? 0 : left, () -> isNotified(queue, me), () -> "to be notified: " + label);
    }

    private static boolean isNotified(Deque<Waiting> queue, Waiting me) {
        synchronized (queue) {
            return me.notified;
        }
    }

    /** Ends the wait of the calling worker. */
    void end(int lock, Object wait) {
        Deque<Waiting> queue = waiting.get(lock);
        synchronized (queue) {
            queue.remove((Waiting) wait);
        }
    }

    /**
     * Notifies all workers of this rank that wait on objects of a lock. Never blocks.
     *
     * @param mine an object whose monitor the calling thread has, or null
     */
    void signal(int lock, Object mine) {
        Deque<Waiting> queue = waiting.get(lock);
        if (queue == null) {
            return;
        }
        Set<Object> objects = Collections.newSetFromMap(new IdentityHashMap<>());
        synchronized (queue) {
            for (Waiting one : queue) {
                one.notified = true;
                if (one.inWaitSet) {
                    objects.add(one.object);
                } else {
                    Waits.wake(one.worker);
                }
            }
        }
        if (objects.remove(mine)) {
            mine.notifyAll();
        }
        objects.forEach(this::wake);
    }

    /** Wakes all threads of this rank in the wait set of an object's monitor. Never blocks. */
    void wake(Object object) {
        wakers.execute(() -> {
            synchronized (object) {
                object.notifyAll();
            }
        });
    }

    void close() {
        wakers.shutdown();
    }
}
