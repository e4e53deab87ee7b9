package jdsm.comm.spi;

import java.util.concurrent.atomic.AtomicReference;
import jdsm.comm.CommException;

/**
 * The state of one Comm and the failure that ended the Comm, if any. The state only advances; the first failure stays.
 * A failure leaves the state as it is: {@link #close} alone frees resources. Thread-safe: this object's monitor guards
 * the transitions from NEW and the set-up before them, {@code closing} the others; readers take no lock.
 */
final class Lifecycle {
    enum State {
        /** Handlers may be set. */
        NEW,
        /** This rank joins the job or has joined it: messages flow. */
        STARTED,
        /** The ranks say goodbye: the program neither sends nor receives, handlers still run. */
        CLOSING,
        /** All resources are freed. */
        CLOSED
    }

    private final AtomicReference<CommException> failure = new AtomicReference<>();
    private final Object closing = new Object();
    private volatile State state = State.NEW;

    /**
     * Runs a step of the set-up, before {@link #start}.
     *
     * @throws IllegalStateException after {@code start}
     */
    synchronized void configure(Runnable step) {
        checkNew();
        step.run();
    }

    /**
     * NEW becomes STARTED.
     *
     * @throws IllegalStateException in any other state
     */
    synchronized void start() {
        checkNew();
        state = State.STARTED;
    }

    /** NEW becomes CLOSED, and a later {@link #start} throws. Returns false, without effect, in any other state. */
    synchronized boolean closeUnstarted() {
        if (state != State.NEW) {
            return false;
        }
        state = State.CLOSED;
        return true;
    }

    /**
     * STARTED becomes CLOSING and then CLOSED. Only the first caller runs the steps; a concurrent caller blocks until
     * they have run, a later one returns at once.
     *
     * @param goodbye runs first, unless the Comm has failed
     * @param release frees all resources
     */
    void close(Runnable goodbye, Runnable release) {
        synchronized (closing) {
            if (state == State.CLOSED) {
                return;
            }
            boolean orderly = state == State.STARTED && failure.get() == null;
            state = State.CLOSING;
            if (orderly) {
                goodbye.run();
            }
            release.run();
            state = State.CLOSED;
        }
    }

    boolean isStarted() {
        return state == State.STARTED;
    }

    /** Whether {@link #close} has begun. */
    boolean isClosing() {
        return state.compareTo(State.CLOSING) >= 0;
    }

    /** Records a failure. Returns false, without effect, after an earlier failure. */
    boolean fail(CommException cause) {
        return failure.compareAndSet(null, cause);
    }

    /** The first failure, or null. */
    CommException failure() {
        return failure.get();
    }

    /** @throws CommException the first failure itself, if there is one */
    void checkNotFailed() {
        CommException cause = failure.get();
        if (cause != null) {
            throw cause;
        }
    }

    /**
     * Checks that the program may use the Comm.
     *
     * @param latest the last state in which the call is allowed: STARTED or CLOSING
     * @throws CommException after a failure or after {@code latest}
     * @throws IllegalStateException before {@link #start}
     */
    void checkUsable(State latest) {
        CommException cause = failure.get();
        if (cause != null) {
            throw Failures.again(cause);
        }
        State now = state;
        if (now == State.NEW) {
            throw new IllegalStateException("this Comm is not started: call start() first");
        }
        if (now.compareTo(latest) > 0) {
            throw Failures.closed();
        }
    }

    private void checkNew() {
        if (state != State.NEW) {
            throw new IllegalStateException(
                    "this Comm is started or closed already: call handle and onFailure before start,"
                            + " and start only once");
        }
    }
}
