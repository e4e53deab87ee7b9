package jdsm.pool;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;
import jdsm.check.Order;
import jdsm.check.SyncKind;
import jdsm.coherence.UnitState;
import jdsm.comm.Comm;
import jdsm.pool.PendingAccess.Right;
import jdsm.runtime.LateInitializers;
import jdsm.runtime.Presence;
import jdsm.runtime.UnitAccess;
import jdsm.sync.Waits;

/**
 * The rights of workers to read, write and hold units. Takes a right inline if possible, else by a request to the
 * service loop.
 */
final class Rights {
    /** The most bytes of content that a rank requests ahead of need. */
    private static final long WINDOW_BYTES = 16L << 20;

    /** How long a rank may keep requests of others for a lock that its workers take again and again, in nanoseconds. */
    private static final long KEEP_LOCK_NANOS = 5_000;

    /** The time for which a worker that has passed a lock on does not request it again, in nanoseconds. */
    private static final long LEAVE_NANOS = 10_000;

    private final Comm comm;
    private final CoherenceService service;
    private final Passes passes;
    private final IntSupplier worker;
    private final Waits waits;
    private final WaitCounts waited;
    private final RequestWindow window;
    private final Slices slices;
    private final Takes takes;
    private final Spins spins;
    private Order order = Order.NONE;
    /** The last time of {@link #unlock} with a look for messages, by {@link System#nanoTime}. Workers may race. */
    private long lookedNanos;
    /** The last unit that was let go of while others waited for it, and the time. Workers may race. */
    private UnitState passedOn;

    private long passedOnNanos;

    Rights(Comm comm, CoherenceService service, Passes passes, Waits waits, Surroundings surroundings) {
        this.comm = comm;
        this.service = service;
        this.passes = passes;
        this.worker = surroundings.worker();
        this.waits = waits;
        this.waited = new WaitCounts(surroundings.counters(), service);
        this.window = new RequestWindow(WINDOW_BYTES, service::submit);
        this.slices = new Slices(surroundings.workers(), this::letGo);
        this.takes = new Takes(slices, surroundings.workers(), System::nanoTime);
        waits.beforeWait(this::giveUpKept);
        this.spins = new Spins(comm, waits);
    }

    /** Makes the calling thread a worker for woven code. */
    void attach(int number) {
        passes.attach(number);
    }

    /** Sets the listener that hears of synchronisations from now on. */
    void order(Order listener) {
        order = listener;
    }

    /** The listener that hears of synchronisations. */
    Order order() {
        return order;
    }

    /** Gets a right to each unit of a range; blocks until the worker has them all. */
    void bring(UnitRange range, Right right) {
        Thread me = Thread.currentThread();
        int i = 0;
        while (i < range.count() && hasAnew(range.state(i), me, right)) {
            service.reads(range.state(i));
            i++;
        }
        if (i < range.count() - 1) {
            new CopyFuture(this, range, me, right).await();
        } else if (i < range.count()) {
            bring(new PendingAccess(range.state(i), me, right, null));
        }
    }

    /**
     * Requests those units of a range that the worker must not read, as far as the window allows, and waits for none:
     * the worker may not need them all, and one that another worker holds may come late.
     */
    void requestAhead(UnitRange range) {
        Thread me = Thread.currentThread();
        long bytes = range.bytesOfUnit();
        for (int i = 0; i < range.count(); i++) {
            if (!has(range.state(i), me, Right.READ)) {
                request(PendingAccess.ahead(range.state(i), me, () -> ended(bytes)), bytes);
            }
        }
    }

    /** Requests one unit without regard to the window, because the worker needs the unit at once. */
    private void bring(PendingAccess access) {
        long begin = System.nanoTime();
        takes.whileFetching(worker.getAsInt(), () -> {
            service.submit(access);
            awaitUnlessEnded(access);
        });
        waited.add(access, System.nanoTime() - begin);
    }

    /** As {@link #has}, of a worker that does not count a unit which it has kept as held. */
    private boolean hasAnew(UnitState unit, Thread me, Right right) {
        if (unit.heldBy(me)) {
            takes.settle(worker.getAsInt(), unit);
        }
        return has(unit, me, right);
    }

    /** Whether a worker has the right, or can take it without a message; in that case takes it. */
    static boolean has(UnitState unit, Thread me, Right right) {
        return switch (right) {
            case READ -> unit.readableBy(me) || unit.tryRead();
            case UPDATE -> unit.currentFor(me);
            case VOLATILE -> unit.acquiredBy(me);
            case WRITE -> unit.writableBy(me) || unit.tryWrite();
            case HOLD -> unit.tryHold(me);
        };
    }

    /** As {@link #hold}, for a synchronisation of woven code: while the thread waits, it is not in woven code. */
    void holdToSynchronize(UnitState unit, Thread me) {
        if (!hasAnew(unit, me, Right.HOLD)) {
            int away = Presence.away(null);
            try {
                hold(unit, me);
            } finally {
                Presence.back(away);
            }
        }
    }

    /** Adds one hold of a unit for the worker; blocks until the worker holds the unit. */
    void hold(UnitState unit, Thread me) {
        while (!hasAnew(unit, me, Right.HOLD)) {
            giveUpKept();
            PendingAccess access = new PendingAccess(unit, me, Right.HOLD, null);
            long begin = System.nanoTime();
            if (!service.submit(access, access::ended)) {
                int id = unit.unit();
                waits.awaitAside(access::ended, () -> Right.HOLD.doing() + " " + service.describe(id), id);
            }
            waited.add(access, System.nanoTime() - begin);
            if (access.outcome() == PendingAccess.Outcome.DONE) {
                return;
            }
        }
    }

    /**
     * As {@link #hold}, for a lock. A worker that has just passed the lock on lets others use it for a while first,
     * because each move of the lock takes longer than many uses.
     */
    void lock(UnitState lock, Thread me) {
        int slot = worker.getAsInt();
        if (slices.retake(slot, lock)) {
            return;
        }
        long begin = System.nanoTime();
        if (lock == passedOn && !lock.heldBy(me)) {
            passedOn = null;
            long end = passedOnNanos + LEAVE_NANOS;
            BooleanSupplier over = () -> lock.access() == UnitAccess.OWNED || System.nanoTime() - end >= 0;
            if (!LateInitializers.areMine()) {
                comm.progress(over);
            }
            waited.add(System.nanoTime() - begin);
        }
        holdToSynchronize(lock, me);
        slices.taken(slot, begin);
    }

    /**
     * Undoes one {@link #lock}. Handles the messages that have arrived only if the rank has not done so for a while, so
     * that a worker that locks often does not pass the lock on each time.
     */
    void unlock(UnitState lock) {
        pass();
        int slot = worker.getAsInt();
        long now = System.nanoTime();
        if (slices.keep(slot, lock, now)) {
            return;
        }
        if (now - lookedNanos >= KEEP_LOCK_NANOS) {
            poll();
            lookedNanos = now;
        }
        letGo(lock);
        slices.unlocked(slot);
    }

    /** Undoes one {@link #lock} of a worker that waits afterwards. */
    void unlockToWait(UnitState lock) {
        passOut();
        letGo(lock);
    }

    /** Whether the calling thread has locked a lock and not unlocked it. */
    boolean hasLocked(UnitState lock) {
        return lock.heldBy(Thread.currentThread()) && !slices.isKept(worker.getAsInt(), lock);
    }

    /**
     * The worker that holds a unit and has not unlocked it; null if there is none. Any thread; the holder may have
     * changed by the time of the return.
     */
    Thread holderOf(UnitState unit) {
        Thread holder = unit.holder();
        return holder != null && !slices.isOnlyKept(unit) && unit.holder() == holder ? holder : null;
    }

    /** Lets go of the unit that the calling worker has kept; while it fetches data, only of a lock. */
    void giveUpKept() {
        takes.giveUp(worker.getAsInt());
    }

    /** Ends the use of locks. */
    void close() {
        slices.close();
    }

    /**
     * Acquires the writes that were released before the content of the copy, which the caller may read afterwards;
     * blocks until there is such a copy. {@link UnitState#sharesVolatileReads} is true.
     */
    void readVolatile(UnitState unit) {
        Thread me = Thread.currentThread();
        int slot = worker.getAsInt();
        if (takes.readsKept(slot, unit)) {
            waits.check();
        } else if (has(unit, me, Right.VOLATILE)) {
            spins.look();
        } else if (takes.misses(slot, unit)) {
            holdToSynchronize(unit, me);
            if (unit.isHeldOnce()) {
                takes.keep(slot, unit);
            } else {
                letGo(unit); // another hold of the worker has come meanwhile
            }
        } else {
            giveUpKept();
            PendingAccess access = new PendingAccess(unit, me, Right.VOLATILE, null);
            long begin = System.nanoTime();
            if (!service.submit(access, access::ended)) {
                awaitUnlessEnded(access);
            }
            waited.add(access, System.nanoTime() - begin);
        }
        pass();
    }

    /** As {@link #holdToSynchronize}, for a volatile write, which may find the hold of the read before it. */
    void holdToWrite(UnitState unit, Thread me) {
        if (!takes.writes(worker.getAsInt(), unit)) {
            holdToSynchronize(unit, me);
        }
    }

    /** Records that the calling thread passes a synchronisation: it must check each unit before it writes again. */
    void pass() {
        int slot = worker.getAsInt();
        if (slot >= 0) {
            passes.pass(slot);
            order.passed();
        } else {
            Presence.mine().pass();
        }
    }

    /** Tells the listener of an acquire: the caller holds these units, or has all that their last holder released. */
    void acquired(UnitRange range) {
        for (int i = 0; order != Order.NONE && i < range.count(); i++) {
            order.acquired(SyncKind.HOLD, range.state(i).unit());
        }
    }

    /** Tells the listener of a release: the caller is about to let go of these units. */
    void releasing(UnitRange range) {
        for (int i = 0; order != Order.NONE && i < range.count(); i++) {
            order.releasing(SyncKind.HOLD, range.state(i).unit());
        }
    }

    /** Whether the calling thread is a worker. */
    boolean isWorker() {
        return worker.getAsInt() >= 0;
    }

    /**
     * Whether the calling thread is a worker, or has come to woven code by a method that counts it: units that it
     * writes stay dirty until it has passed a synchronisation.
     */
    boolean mayWrite() {
        return isWorker() || Presence.mine().isIn();
    }

    /**
     * As {@link #pass}, before the worker lets go of a unit. Handles the messages that have arrived, so that a rank
     * that has requested the unit gets it now, and not only after this worker has taken the unit again.
     */
    void passOut() {
        pass();
        poll();
    }

    private void poll() {
        if (!LateInitializers.areMine()) {
            comm.poll();
        }
    }

    /** Undoes one {@link #hold}. */
    void letGo(UnitState unit) {
        if (!unit.release()) {
            passedOn = unit;
            passedOnNanos = System.nanoTime();
            service.released(unit);
        }
    }

    /** Adds the uses of the units that this rank owns to the counters; blocks until that is done. */
    void countUses() {
        Thread me = Thread.currentThread();
        AtomicBoolean counted = new AtomicBoolean();
        service.countUses(() -> {
            counted.set(true);
            Waits.wake(me);
        });
        waits.await(counted::get, () -> "to count how units were used");
    }

    /** Sends a request, at once or when the window allows it. */
    void request(PendingAccess access, long bytes) {
        if (comm.onDeliveryThread()) {
            window.request(access, bytes);
            return;
        }
        long begin = System.nanoTime();
        window.request(access, bytes);
        waited.add(System.nanoTime() - begin); // the calling worker may run the service loop's work meanwhile
    }

    /**
     * Ends a request that would wait for the release of its own worker. The worker may have come to hold the unit by
     * another call just when the service loop handled the request.
     */
    void endOwnWait(PendingAccess access) {
        if (!access.ended() && access.unit().heldBy(access.worker())) {
            service.heldMeanwhile(access);
        }
    }

    /** Submits a request of {@link #request} at once if the window still holds it back. */
    void urge(PendingAccess access, long bytes) {
        window.urge(access, bytes);
    }

    void ended(long bytes) {
        window.ended(bytes);
    }

    /** Whether no request for which the window counts is under way or held back. */
    boolean asksNothing() {
        return window.isIdle();
    }

    /** Blocks until a request of {@link #request} has ended. */
    void await(PendingAccess access, long bytes) {
        if (!access.ended()) {
            long begin = System.nanoTime();
            urge(access, bytes);
            awaitUnlessEnded(access);
            waited.add(access, System.nanoTime() - begin);
        }
    }

    private void awaitUnlessEnded(PendingAccess access) {
        if (!access.ended()) {
            endOwnWait(access);
            await(access);
        }
    }

    private void await(PendingAccess access) {
        int unit = access.unit().unit();
        waits.await(
                access::ended,
                () -> access.right().doing() + " " + service.describe(unit),
                unit,
                access.right() == Right.HOLD);
    }

    WaitCounts waited() {
        return waited;
    }
}
