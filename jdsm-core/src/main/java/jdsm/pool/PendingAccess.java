package jdsm.pool;

import java.util.concurrent.locks.LockSupport;
import jdsm.coherence.UnitState;
import jdsm.coherence.Waiter;

/**
 * A worker's wait for one unit. Made by the worker, submitted to the service loop at most once, completed there.
 */
final class PendingAccess implements Waiter {
    /** How it ended. */
    enum Outcome {
        PENDING,
        /** The copy is readable, or the worker holds the unit. */
        DONE,
        /** The worker had come to hold the unit meanwhile and has to try again itself. */
        AGAIN
    }

    private final UnitState unit;
    private final Thread worker;
    private final boolean exclusive;
    /** Run on the service loop after the end; may be null. */
    private final Runnable then;

    private volatile Outcome outcome = Outcome.PENDING;

    PendingAccess(UnitState unit, Thread worker, boolean exclusive, Runnable then) {
        this.unit = unit;
        this.worker = worker;
        this.exclusive = exclusive;
        this.then = then;
    }

    @Override
    public Thread worker() {
        return worker;
    }

    UnitState unit() {
        return unit;
    }

    boolean exclusive() {
        return exclusive;
    }

    boolean ended() {
        return outcome != Outcome.PENDING;
    }

    Outcome outcome() {
        return outcome;
    }

    void end(Outcome how) {
        outcome = how;
        LockSupport.unpark(worker);
        if (then != null) {
            then.run();
        }
    }
}
