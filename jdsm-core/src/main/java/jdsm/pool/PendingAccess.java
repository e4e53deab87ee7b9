package jdsm.pool;

import jdsm.coherence.UnitState;
import jdsm.coherence.Waiter;
import jdsm.sync.Waits;

/**
 * A worker's wait for one unit. Made by the worker, submitted to the service loop at most once, completed there.
 */
final class PendingAccess implements Waiter {
    /** What for. */
    enum Right {
        /** To read a copy as of what this rank has acquired. */
        READ("to read"),
        /** To read a copy with all that was released before. */
        UPDATE("to update"),
        /** To write in this interval. */
        WRITE("to write"),
        /** To hold the unit exclusively. */
        HOLD("to acquire");

        private final String doing;

        Right(String doing) {
            this.doing = doing;
        }

        String doing() {
            return doing;
        }
    }

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
    private final Right right;
    /** Run on the service loop after the end; may be null. */
    private final Runnable then;

    private volatile Outcome outcome = Outcome.PENDING;

    PendingAccess(UnitState unit, Thread worker, Right right, Runnable then) {
        this.unit = unit;
        this.worker = worker;
        this.right = right;
        this.then = then;
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
        Waits.wake(worker);
        if (then != null) {
            then.run();
        }
    }
}
