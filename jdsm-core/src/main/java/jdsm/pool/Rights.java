package jdsm.pool;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import jdsm.check.Order;
import jdsm.check.SyncKind;
import jdsm.coherence.UnitState;
import jdsm.comm.Comm;
import jdsm.directory.SharedEntry;
import jdsm.observe.Counters;
import jdsm.pool.PendingAccess.Right;
import jdsm.sync.Waits;

/** How workers come to read, write and hold units, and let go of them: inline where they may, else by the service loop. */
final class Rights {
    /** Bytes of content that a rank asks for ahead of need. */
    private static final long WINDOW_BYTES = 16L << 20;

    private final Comm comm;
    private final CoherenceService service;
    private final Passes passes;
    private final IntSupplier worker;
    private final Waits waits;
    private final Counters counters;
    private final Consumer<PendingAccess> submit;
    private final RequestWindow window;
    private Order order = Order.NONE;

    Rights(Comm comm, CoherenceService service, Passes passes, Waits waits, SharedPool.Surroundings surroundings) {
        this.comm = comm;
        this.service = service;
        this.passes = passes;
        this.worker = surroundings.worker();
        this.waits = waits;
        this.counters = surroundings.counters();
        this.submit = service::submit;
        this.window = new RequestWindow(WINDOW_BYTES, submit);
    }

    /** From now on somebody is told of synchronisations. */
    void order(Order listener) {
        order = listener;
    }

    /** Who is told of synchronisations. */
    Order order() {
        return order;
    }

    /** Brings units here as far as they are not; blocks. */
    void bring(UnitRange range, Right right) {
        Thread me = Thread.currentThread();
        int i = 0;
        while (i < range.count() && has(range.state(i), me, right)) {
            i++;
        }
        if (i < range.count() - 1) {
            new CopyFuture(this, range, me, right).await();
        } else if (i < range.count()) {
            bring(new PendingAccess(range.state(i), me, right, null));
        }
    }

    /** One unit, which is needed at once: no window holds that back. */
    private void bring(PendingAccess access) {
        submit(access, submit);
        awaitUnlessEnded(access);
    }

    /** Whether a worker has the right by what is there; may take it where that costs nothing. */
    static boolean has(UnitState unit, Thread me, Right right) {
        return switch (right) {
            case READ -> unit.readableBy(me) || unit.tryRead();
            case UPDATE -> unit.currentFor(me);
            case WRITE -> unit.writableBy(me) || unit.tryWrite();
            case HOLD -> unit.tryHold(me);
        };
    }

    /** Holds one unit once more; blocks. */
    void hold(UnitState unit, Thread me) {
        while (!unit.tryHold(me)) {
            PendingAccess access = new PendingAccess(unit, me, Right.HOLD, null);
            submit(access, submit);
            await(access);
            if (access.outcome() == PendingAccess.Outcome.DONE) {
                return;
            }
        }
    }

    /** The calling worker passes a synchronisation: what it may write, it asks for anew. */
    void pass() {
        int slot = worker.getAsInt();
        if (slot >= 0) {
            passes.pass(slot);
            order.passed();
        }
    }

    /** The caller holds these units, or has what their last holder released. */
    void acquired(UnitRange range) {
        for (int i = 0; order != Order.NONE && i < range.count(); i++) {
            order.acquired(SyncKind.HOLD, range.state(i).unit());
        }
    }

    /** The caller is about to let go of these units. */
    void releasing(UnitRange range) {
        for (int i = 0; order != Order.NONE && i < range.count(); i++) {
            order.releasing(SyncKind.HOLD, range.state(i).unit());
        }
    }

    /** Whether the caller is one whom barriers wait for. */
    boolean isWorker() {
        return worker.getAsInt() >= 0;
    }

    /**
     * As {@link #pass}, by a worker that lets go of something next: who has asked for it meanwhile gets it now, not when this
     * worker has taken it again.
     */
    void passOut() {
        pass();
        comm.poll();
    }

    /** Undoes one {@link #hold}. */
    void letGo(UnitState unit) {
        if (!unit.release()) {
            service.released(unit);
        }
    }

    /** Counts how units were used; blocks. */
    void countUses() {
        Thread me = Thread.currentThread();
        AtomicBoolean counted = new AtomicBoolean();
        service.countUses(() -> {
            counted.set(true);
            Waits.wake(me);
        });
        waits.await(counted::get, () -> "to count how units were used");
    }

    /** Sends a request, at once or when the window allows. */
    void request(PendingAccess access, long bytes) {
        if (comm.onDeliveryThread()) {
            window.request(access, bytes);
            return;
        }
        submit(access, one -> window.request(one, bytes));
    }

    /** By a worker, which may do the service loop's work at once: that is a wait as well. */
    private void submit(PendingAccess access, Consumer<PendingAccess> how) {
        long begin = System.nanoTime();
        how.accept(access);
        waited(System.nanoTime() - begin);
    }

    /**
     * Sees to it that a request does not wait for the release of its own worker: that may have come to hold the unit by another
     * call, by itself, just when the service loop looked at the request.
     */
    void endOwnWait(PendingAccess access) {
        if (!access.ended() && access.unit().heldBy(access.worker())) {
            service.heldMeanwhile(access);
        }
    }

    /** A request that was sent with {@link #request} is not held back (any longer). */
    void urge(PendingAccess access, long bytes) {
        window.urge(access, bytes);
    }

    void ended(long bytes) {
        window.ended(bytes);
    }

    /** Blocks until a request, sent with {@link #request}, has ended. */
    void await(PendingAccess access, long bytes) {
        if (!access.ended()) {
            urge(access, bytes);
            awaitUnlessEnded(access);
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
        waited(waits.await(access::ended, () -> access.right().doing() + " " + service.describe(unit), unit));
    }

    void waited(long nanos) {
        counters.add(Counters.Counter.WAIT_NANOS, nanos);
    }

    /** How long a unit's content is, roughly: for the window. */
    static long sizeOf(UnitRange range) {
        SharedEntry entry = range.entry();
        int elements = entry.blockLength() == 0 ? entry.length() : entry.blockLength();
        return 8L * elements + 64;
    }
}
