package jdsm.pool;

import jdsm.coherence.UnitState;
import jdsm.coherence.Waiter;
import jdsm.sync.Waits;

/**
 * A worker's wait for a right to one unit, or its request ahead of need. The worker makes it and submits it at most once; the service loop ends it.
 */
final class PendingAccess implements Waiter {
    /** The rights that a worker can wait for. */
    enum Right {
        /** Reading a copy with all writes that this rank has acquired. */
        READ("to read"),
        /** Reading a copy with all writes released before the request. */
        UPDATE("to update"),
        /** Reading volatile fields or elements of a copy, and acquiring the writes released before its content. */
        VOLATILE("to read a volatile field or element"),
        /** Writing in this interval. */
        WRITE("to write"),
        /** Holding the unit exclusively. */
        HOLD("to acquire");

        private final String doing;

        Right(String doing) {
            this.doing = doing;
        }

        String doing() {
            return doing;
        }

        /** The same without "to". */
        String purpose() {
            return doing.substring("to ".length());
        }
    }

    /** The ways in which a wait can end. */
    enum Outcome {
        /** The wait has not ended. */
        PENDING,
        /** The worker has its right. */
        DONE,
        /** The worker has come to hold the unit by another call and has to try again itself. */
        AGAIN
    }

    private final UnitState unit;
    private final Thread worker;
    private final Right right;
    /** Runs on the service loop after the end; may be null. */
    private final Runnable then;
    /** Whether the worker may wait for the end. */
    private final boolean awaited;

    private volatile Outcome outcome = Outcome.PENDING;

    PendingAccess(UnitState unit, Thread worker, Right right, Runnable then) {
        this(unit, worker, right, then, true);
    }

    private PendingAccess(UnitState unit, Thread worker, Right right, Runnable then, boolean awaited) {
        this.unit = unit;
        this.worker = worker;
        this.right = right;
        this.then = then;
        this.awaited = awaited;
    }

    /** A request for a copy for which the worker does not wait. */
    static PendingAccess ahead(UnitState unit, Thread worker, Runnable then) {
        return new PendingAccess(unit, worker, Right.READ, then, false);
    }

    @Override
    public Thread worker() {
        return worker;
    }

    UnitState unit() {
        return unit;
    }

    Right right() {
        return right;
    }

    boolean ended() {
        return outcome != Outcome.PENDING;
    }

    Outcome outcome() {
        return outcome;
    }

    void end(Outcome how) {
        outcome = how;
        if (awaited) {
            Waits.wake(worker);
        }
        if (then != null) {
            then.run();
        }
    }
}
