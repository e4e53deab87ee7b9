package jdsm.pool;

import java.util.Set;
import java.util.function.BooleanSupplier;
import jdsm.check.Order;
import jdsm.check.SyncKind;
import jdsm.coherence.UnitState;
import jdsm.comm.spi.Threads;
import jdsm.directory.Directory;
import jdsm.directory.SharedEntry;
import jdsm.pool.PendingAccess.Right;
import jdsm.runtime.LateInitializers;
import jdsm.runtime.Overruns;
import jdsm.runtime.Refusal;
import jdsm.runtime.Remedies;
import jdsm.runtime.Woven;
import jdsm.sync.Waits;

/**
 * The operations of woven code on shared objects: failed checks, monitors and volatile accesses. Workers call it, and
 * may block.
 */
final class WovenAccess {
    /** Whether a virtual thread that waits in a monitor leaves its carrier to others (JEP 491). */
    private static final boolean VIRTUAL_LEAVE_MONITORS = Runtime.version().feature() >= 24;

    /** The states of the twins' locks, which are as before when they have been used. */
    private static final Set<String> LOCKS = Set.of("jdsm.util.Exclusive", "jdsm.util.ReadersAndWriter");

    private final Directory directory;
    private final Rights rights;
    private final UnitTable units;
    private final Others others;
    private final Waits waits;
    private final MonitorWaits monitorWaits;

    /**
     * The functions of the rank that {@link WovenAccess} uses.
     *
     * @param tell tells another rank to wake the workers that wait on the object of a lock: rank, lock
     * @param rank this rank
     * @param alone whether the rank has only one worker
     * @param isServiceLoop whether the calling thread runs a task of the service loop
     * @param order the listener that hears of locks and unlocks
     */
    record Others(Tell tell, int rank, boolean alone, BooleanSupplier isServiceLoop, Order order) {}

    interface Tell {
        void rank(int rank, int lock);
    }

    WovenAccess(Directory directory, Rights rights, UnitTable units, Waits waits, Others others) {
        this.directory = directory;
        this.rights = rights;
        this.units = units;
        this.others = others;
        this.waits = waits;
        this.monitorWaits = new MonitorWaits(waits, others.alone());
    }

    void bring(UnitRange range, Right right) {
        if (right == Right.WRITE) {
            changes(range.entry());
            requireMayWrite(range);
        }
        try {
            rights.bring(range, right);
        } catch (StackOverflowError e) {
            Overruns.last = e;
            throw e;
        }
    }

    /**
     * To be called before the calling thread writes an object.
     *
     * @throws UnsupportedOperationException if an initialiser writes that must not, see {@link InitializerChanges}
     */
    void changes(SharedEntry entry) {
        if (LateInitializers.areMine() && !LOCKS.contains(entry.typeName())) {
            LateInitializers.changes(() -> describe(entry));
        }
    }

    private static String describe(SharedEntry entry) {
        String owner = Woven.ownerOf(entry.typeName());
        return owner.equals(entry.typeName()) ? entry.label() : "static fields of class " + owner;
    }

    private void requireMayWrite(UnitRange range) {
        requireLeavesCarrier("write one");
        if (!rights.mayWrite()) {
            throw Refusal.of("thread '" + Thread.currentThread().getName() + "' may not write "
                    + range.entry().label()
                    + ": it has come to woven code by reflection, or by code that is excluded from"
                    + " weaving; let it run a lambda, or a method such as Runnable.run");
        }
    }

    /**
     * Requires that the calling thread is no virtual one that keeps its carrier while it waits in a monitor: others that could
     * end its wait might get none.
     *
     * @throws UnsupportedOperationException for a virtual thread before Java 24
     */
    private static void requireLeavesCarrier(String what) {
        if (!VIRTUAL_LEAVE_MONITORS && Threads.isVirtual()) {
            throw Refusal.of(
                    "before Java 24 a virtual thread may read shared objects only, and this one is about to " + what
                            + ": run the job with a newer Java, or use platform threads, for instance of Executors.newFixedThreadPool");
        }
    }

    void requestAhead(UnitRange range) {
        rights.requestAhead(range);
    }

    boolean isServiceLoop() {
        return others.isServiceLoop().getAsBoolean();
    }

    /** Whether this rank has made a later object. */
    boolean isMadeHere(SharedEntry later) {
        return units.isMadeBy(others.rank(), later);
    }

    /** The id of an object's lock. */
    int lockOf(SharedEntry entry) {
        return directory.lockOf(entry);
    }

    /** This rank's instance of an object that the calling thread has; waits for the end of a search for unreachable ones. */
    Object objectOf(SharedEntry entry) {
        Object object = entry.object();
        if (object == null) {
            waits.await(() -> entry.object() != null, () -> "for a search to end");
        }
        return entry.object();
    }

    void lock(int id) {
        requireLeavesCarrier("enter the monitor of one");
        rights.lock(units.get(id), Thread.currentThread());
        rights.pass();
        others.order().acquired(SyncKind.LOCK, id);
    }

    void unlock(int id) {
        UnitState lock = units.get(id);
        if (rights.hasLocked(lock)) { // false if the object became shared after the worker had locked it
            others.order().releasing(SyncKind.LOCK, id);
            rights.unlock(lock);
        }
    }

    boolean isLocked(int id) {
        return rights.hasLocked(units.get(id));
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
        boolean borrowed = borrow(id);
        // Before the lock is free: a later notification must reach this worker.
        Object wait = monitorWaits.begin(id, object);
        units.waitingRanks().add(id, others.rank());
        int depth = 0;
        while (isLocked(id)) {
            others.order().releasing(SyncKind.LOCK, id);
            rights.unlockToWait(units.get(id));
            depth++;
        }
        long begin = System.nanoTime();
        try {
            monitorWaits.await(id, wait, nanos, label);
        } finally {
            rights.waited().add(id, "wait", System.nanoTime() - begin);
            monitorWaits.end(id, wait);
            while (depth-- > 0) {
                lock(id);
            }
            giveBack(id, borrowed);
        }
    }

    /**
     * Takes a lock for a thread that has the monitor but not the lock, because it entered the monitor before the object
     * was shared.
     */
    private boolean borrow(int id) {
        boolean missing = !isLocked(id);
        if (missing) {
            lock(id);
        }
        return missing;
    }

    private void giveBack(int id, boolean borrowed) {
        if (borrowed) {
            unlock(id);
        }
    }

    /**
     * Notifies all waiters on all ranks, for {@code notify} too: {@code wait} may return without reason. The caller has
     * the monitor of the object.
     */
    void signal(int id, Object object) {
        boolean borrowed = borrow(id);
        monitorWaits.signal(id, object);
        units.waitingRanks().take(id).forEach(rank -> {
            if (rank != others.rank()) {
                others.tell().rank(rank, id);
            }
        });
        giveBack(id, borrowed);
    }

    /** Wakes the workers of this rank that wait on the object of a lock. Any thread; never blocks. */
    void notified(int id) {
        monitorWaits.signal(id, null);
    }

    /**
     * A thread of this rank has had the monitor of an object that becomes shared, which it has entered some times.
     *
     * @throws UnsupportedOperationException if another rank has the lock at first: both have made the object in
     *     {@code initialize}
     */
    void isHeldFromTheBeginning(SharedEntry entry, Thread thread, int times) {
        if (!beginsHere(entry)) {
            throw Remedies.staysIn(thread, entry.label());
        }
        units.get(directory.lockOf(entry)).holdFromTheBeginning(thread, times);
    }

    /** Whether this rank has an object's lock at first. */
    boolean beginsHere(SharedEntry entry) {
        return units.beginsAt(directory.lockOf(entry), others.rank());
    }

    /** Wakes the threads of this rank that wait on the object's monitor, for they began before it was shared. */
    void shared(Object object) {
        monitorWaits.wake(object);
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
            requireLeavesCarrier("access a volatile field of one");
            rights.holdToWrite(unit, Thread.currentThread());
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
        monitorWaits.close();
    }
}
