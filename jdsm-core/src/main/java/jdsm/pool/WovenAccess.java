package jdsm.pool;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.IntConsumer;
import jdsm.coherence.UnitState;
import jdsm.directory.Directory;
import jdsm.directory.SharedEntry;
import jdsm.pool.PendingAccess.Right;
import jdsm.sync.Waits;

/** What woven code does with shared objects where a check fails, and at monitors and volatile accesses. Workers call it. */
final class WovenAccess {
    private final Directory directory;
    private final Rights rights;
    private final UnitTable<?> units;
    private final Waits waits;
    /** Tells all other ranks that an object's waiters shall look again. */
    private final IntConsumer tellOthers;
    /** Workers here that wait to be notified, by the lock's id. */
    private final Map<Integer, Deque<Waiting>> waiting = new ConcurrentHashMap<>();
    /** Who wakes waits for a monitor, so each has a thread: a worker may keep one while it waits for others. */
    private final ExecutorService wakers = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "jdsm-notify");
        thread.setDaemon(true);
        return thread;
    });

    private static final class Waiting {
        private boolean notified;
    }

    WovenAccess(Directory directory, Rights rights, UnitTable<?> units, Waits waits, IntConsumer tellOthers) {
        this.directory = directory;
        this.rights = rights;
        this.units = units;
        this.waits = waits;
        this.tellOthers = tellOthers;
    }

    void bring(UnitRange range, Right right) {
        if (right == Right.WRITE && !rights.isWorker()) {
            throw new IllegalStateException("only workers may write shared objects: thread '"
                    + Thread.currentThread().getName() + "' is none, and no barrier waits for it ("
                    + range.entry().label() + ")");
        }
        rights.bring(range, right);
    }

    private UnitState lockOf(SharedEntry entry) {
        return units.get(directory.lockOf(entry));
    }

    void lock(SharedEntry entry) {
        rights.hold(lockOf(entry), Thread.currentThread());
        rights.pass();
    }

    void unlock(SharedEntry entry) {
        UnitState lock = lockOf(entry);
        if (lock.heldBy(Thread.currentThread())) { // else it has come to be shared since
            rights.pass();
            rights.poll();
            rights.letGo(lock);
        }
    }

    boolean isLocked(SharedEntry entry) {
        return lockOf(entry).heldBy(Thread.currentThread());
    }

    /** The caller has the object's monitor here, and its lock. */
    void await(SharedEntry entry, long nanos) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        Object object = entry.object();
        Waiting me = new Waiting();
        Deque<Waiting> queue = waiting.computeIfAbsent(directory.lockOf(entry), lock -> new ArrayDeque<>());
        synchronized (queue) {
            queue.add(me); // before anybody else can lock: whoever notifies from then on means this one, too
        }
        int depth = 0;
        while (isLocked(entry)) {
            unlock(entry);
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
                    () -> "to be notified: " + entry.label());
        } finally {
            rights.waited(System.nanoTime() - begin);
            synchronized (queue) {
                queue.remove(me);
            }
            while (depth-- > 0) {
                lock(entry);
            }
        }
    }

    /** A thread that waits may be woken without reason, so one notification may as well wake all who wait. */
    void signal(SharedEntry entry) {
        int lock = directory.lockOf(entry);
        notified(lock);
        tellOthers.accept(lock);
    }

    /** Some rank has notified; any thread. */
    void notified(int lock) {
        SharedEntry entry = directory.entryOfUnit(lock);
        if (entry == null) {
            return; // nobody here can wait for it
        }
        Deque<Waiting> queue = waiting.get(lock);
        if (queue != null) {
            synchronized (queue) {
                queue.forEach(one -> one.notified = true);
            }
        }
        Object object = entry.object();
        wakers.execute(() -> {
            synchronized (object) {
                object.notifyAll(); // also who has waited since before it was shared
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
            rights.pass();
            rights.letGo(unit);
        }
    }

    void close() {
        wakers.shutdown();
    }
}
