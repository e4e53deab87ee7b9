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

/** What woven code does with shared objects where a check fails, and at monitors and volatile accesses. Workers call it. */
@NotInlined
final class WovenAccess {
    private final Directory directory;
    private final Rights rights;
    private final UnitTable units;
    private final Waits waits;
    private final Others others;
    /** Workers here that wait to be notified, by the lock's id. */
    private final Map<Integer, Deque<Waiting>> waiting = new ConcurrentHashMap<>();
    /** Who wakes waits for a monitor, so each has a thread: a worker may keep one while it waits for others. */
    private final ExecutorService wakers = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "jdsm-notify");
        thread.setDaemon(true);
        return thread;
    });

    /** @param object whose monitor the worker waits on: locks by name may have several */
    private static final class Waiting {
        private final Object object;
        private boolean notified;

        private Waiting(Object object) {
            this.object = object;
        }
    }

    /**
     * What is needed of the rest of the rank.
     *
     * @param order told of what is locked and unlocked
     * @param tell tells all other ranks that who waits for a lock's object shall look again
     * @param isServiceLoop whether the calling thread runs a task of the service loop
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
        if (lock.heldBy(Thread.currentThread())) { // else it has come to be shared since
            others.order().releasing(SyncKind.LOCK, id);
            rights.passOut();
            rights.letGo(lock);
        }
    }

    boolean isLocked(int id) {
        return units.get(id).heldBy(Thread.currentThread());
    }

    /**
     * The caller has an object's monitor here, and its lock.
     *
     * @param label the object in words
     */
    void await(int id, Object object, long nanos, String label) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        Waiting me = new Waiting(object);
        Deque<Waiting> queue = waiting.computeIfAbsent(id, lock -> new ArrayDeque<>());
        synchronized (queue) {
            queue.add(me); // before anybody else can lock: whoever notifies from then on means this one, too
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

    /** A thread that waits may be woken without reason, so one notification may as well wake all who wait. */
    void signal(int id) {
        notified(id);
        others.tell().accept(id);
    }

    /** Some rank has notified; any thread. */
    void notified(int id) {
        SharedEntry entry = directory.entryOfUnit(id);
        Set<Object> objects = Collections.newSetFromMap(new IdentityHashMap<>());
        if (entry != null) {
            objects.add(entry.object()); // also for who has waited since before it was shared
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
