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
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;
import jdsm.check.Order;
import jdsm.check.SyncKind;
import jdsm.coherence.NotInlined;
import jdsm.coherence.UnitState;
import jdsm.directory.Directory;
import jdsm.directory.SharedEntry;
import jdsm.pool.PendingAccess.Right;
import jdsm.runtime.Refusal;
import jdsm.sync.Waits;

/**
 * The operations of woven code on shared objects: failed checks, monitors and volatile accesses. Workers call it, and
 * may block.
 */
@NotInlined
final class WovenAccess {
    private final Directory directory;
    private final Rights rights;
    private final UnitTable units;
    private final Waits waits;
    private final Others others;
    /** The workers of this rank in {@code wait()} on a shared object, by the id of its lock. */
    private final Map<Integer, Deque<Waiting>> waiting = new ConcurrentHashMap<>();
    /**
     * Wakes waiting workers. Each monitor gets its own thread, because a worker may keep the monitor while it waits for
     * other ranks.
     */
    private final ExecutorService wakers = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "jdsm-notify");
        thread.setDaemon(true);
        return thread;
    });

    /**
     * A call of {@code wait()} by a worker. It records the object, because several objects may share a lock that has a
     * name.
     */
    private static final class Waiting {
        private final Object object;
        private boolean notified;

        private Waiting(Object object) {
            this.object = object;
        }
    }

    /**
     * The functions of the rank that {@link WovenAccess} uses.
     *
     * @param tell tells all other ranks to wake the workers that wait on the object of a lock
     * @param isServiceLoop whether the calling thread runs a task of the service loop
     * @param order the listener that hears of locks and unlocks
     */
    record Others(IntConsumer tell, BooleanSupplier isServiceLoop, Order order) {}

    WovenAccess(Directory directory, Rights rights, UnitTable units, Waits waits, Others others) {
        this.directory = directory;
        this.rights = rights;
        this.units = units;
        this.waits = waits;
        this.others = others;
    }

    void bring(UnitRange range, Right right) {
        if (right == Right.WRITE && !rights.isWorker()) {
            throw Refusal.of("only workers may write shared objects: thread '"
                    + Thread.currentThread().getName() + "' is none, and no barrier waits for it ("
                    + range.entry().label() + ")");
        }
        rights.bring(range, right);
    }

    boolean isServiceLoop() {
        return others.isServiceLoop().getAsBoolean();
    }

    /** The id of an object's lock. */
    int lockOf(SharedEntry entry) {
        return directory.lockOf(entry);
    }

    void lock(int id) {
        rights.hold(units.get(id), Thread.currentThread());
        rights.pass();
        others.order().acquired(SyncKind.LOCK, id);
    }

    void unlock(int id) {
        UnitState lock = units.get(id);
        if (lock.heldBy(Thread.currentThread())) { // false if the object became shared after the worker had locked it
            others.order().releasing(SyncKind.LOCK, id);
            rights.passOut();
            rights.letGo(lock);
        }
    }

    boolean isLocked(int id) {
        return units.get(id).heldBy(Thread.currentThread());
    }

    /**
     * Does {@code Object.wait}: the caller has the object's monitor on this rank, and its lock. Lets go of the lock
     * while it waits.
     *
     * @param nanos the longest wait in nanoseconds; 0 for no limit
     * @param label the object in words, for a stall report
     * @throws InterruptedException if the worker is interrupted before or while it waits
     */
    void await(int id, Object object, long nanos, String label) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        Waiting me = new Waiting(object);
        Deque<Waiting> queue = waiting.computeIfAbsent(id, lock -> new ArrayDeque<>());
        synchronized (queue) {
            queue.add(me); // before the lock is free: a later notification must reach this worker
        }
        int depth = 0;
        while (isLocked(id)) {
            unlock(id);
            depth++;
        }
        long begin = System.nanoTime();
        try {
            waits.awaitMonitor(
                    object,
                    nanos,
                    () -> {
                        synchronized (queue) {
                            return me.notified;
                        }
                    },
                    () -> "to be notified: " + label);
        } finally {
            rights.waited(System.nanoTime() - begin);
            synchronized (queue) {
                queue.remove(me);
            }
            while (depth-- > 0) {
                lock(id);
            }
        }
    }

    /** Notifies all waiters on all ranks, for {@code notify} too: {@code wait} may return without reason. */
    void signal(int id) {
        notified(id);
        others.tell().accept(id);
    }

    /** Wakes the workers of this rank that wait on the object of a lock. Any thread; never blocks. */
    void notified(int id) {
        SharedEntry entry = directory.entryOfUnit(id);
        Set<Object> objects = Collections.newSetFromMap(new IdentityHashMap<>());
        if (entry != null) {
            objects.add(entry.object()); // also for a worker that began to wait before the object was shared
        }
        Deque<Waiting> queue = waiting.get(id);
        if (queue != null) {
            synchronized (queue) {
                for (Waiting one : queue) {
                    one.notified = true;
                    objects.add(one.object);
                }
            }
        }
        objects.forEach(this::wake);
    }

    private void wake(Object object) {
        wakers.execute(() -> {
            synchronized (object) {
                object.notifyAll();
            }
        });
    }

    /**
     * Begins a volatile read; null for an index outside the array.
     *
     * @return whether the worker holds the unit, so that {@link #exitVolatile} has to follow
     */
    boolean enterRead(UnitState unit) {
        if (unit == null) {
            return false;
        }
        if (!unit.sharesVolatileReads()) {
            enterVolatile(unit);
            return true;
        }
        rights.readVolatile(unit);
        return false;
    }

    void enterVolatile(UnitState unit) {
        if (unit != null) {
            rights.hold(unit, Thread.currentThread());
            rights.pass();
        }
    }

    void exitVolatile(UnitState unit) {
        if (unit != null) {
            rights.passOut();
            rights.letGo(unit);
        }
    }

    void close() {
        wakers.shutdown();
    }
}
