package jdsm.util;

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The outcome of a future, for which threads of any ranks wait. This object's monitor guards all state. So a completion by
 * another rank moves the monitor to it, with this content, and back to a thread that waits; a volatile outcome would cost
 * another two rounds.
 */
final class Completion<T> {
    private Outcome<T> outcome;
    /** Computations that wait for the outcome, in the order of their registration; null if there are none. */
    private ArrayList<Dependent<?, ?>> dependents;

    /** A wait in a thread of a pool, which meanwhile gives other threads work. */
    private final class Wait implements ForkJoinPool.ManagedBlocker {
        private final Deadline deadline;

        private Wait(Deadline deadline) {
            this.deadline = deadline;
        }

        @Override
        public boolean block() throws InterruptedException {
            waitFor(deadline);
            return true;
        }

        @Override
        public boolean isReleasable() {
            return outcome() != null;
        }
    }

    /** The outcome; null if there is none yet. */
    synchronized Outcome<T> outcome() {
        return outcome;
    }

    /** Sets the outcome if there is none yet. */
    synchronized boolean complete(Outcome<T> result) {
        if (outcome != null) {
            return false;
        }
        replace(result);
        return true;
    }

    /**
     * Sets the outcome if there is none yet, and removes the dependent computations.
     *
     * @return these, perhaps none; null if there was an outcome
     */
    synchronized ArrayList<Dependent<?, ?>> completeAndTake(Outcome<T> result) {
        if (!complete(result)) {
            return null;
        }
        ArrayList<Dependent<?, ?>> taken = takeDependents();
        return taken == null ? new ArrayList<>() : taken;
    }

    /** Sets the outcome, whether or not there is one. */
    synchronized void replace(Outcome<T> result) {
        outcome = result;
        notifyAll();
    }

    /** Registers a dependent computation, unless there is an outcome. */
    synchronized boolean add(Dependent<?, ?> dependent) {
        if (outcome != null) {
            return false;
        }
        if (dependents == null) {
            dependents = new ArrayList<>();
        }
        dependents.add(dependent);
        return true;
    }

    synchronized void remove(Dependent<?, ?> dependent) {
        if (dependents != null) {
            dependents.remove(dependent);
        }
    }

    /** Removes all dependent computations if there is an outcome; null if there are none. */
    synchronized ArrayList<Dependent<?, ?>> takeDependents() {
        ArrayList<Dependent<?, ?>> taken = outcome == null ? null : dependents;
        dependents = outcome == null ? dependents : null;
        return taken;
    }

    synchronized int dependents() {
        return dependents == null ? 0 : dependents.size();
    }

    /** Waits for the outcome. */
    Outcome<T> await() throws InterruptedException {
        return await(null);
    }

    /** Waits for the outcome, not longer than told. */
    Outcome<T> await(long timeout, TimeUnit unit) throws InterruptedException, TimeoutException {
        Outcome<T> known = await(new Deadline(unit.toNanos(timeout)));
        if (known == null) {
            throw new TimeoutException();
        }
        return known;
    }

    /**
     * Waits for the outcome.
     *
     * @param deadline null for no limit
     * @return the outcome; null after the deadline
     */
    private Outcome<T> await(Deadline deadline) throws InterruptedException {
        if (Thread.currentThread() instanceof ForkJoinWorkerThread) {
            while (outcome() == null && Async.runOne()) {
                // what this thread waits for may be in its own queue
            }
            ForkJoinPool.managedBlock(new Wait(deadline));
            return outcome();
        }
        return waitFor(deadline);
    }

    private synchronized Outcome<T> waitFor(Deadline deadline) throws InterruptedException {
        if (outcome == null) {
            Deadline.requireNotInterrupted();
        }
        boolean inTime = true;
        while (outcome == null && inTime) {
            inTime = Deadline.waits(this, deadline);
        }
        return outcome;
    }

    Outcome<T> awaitUninterruptibly() {
        boolean interrupted = false;
        while (true) {
            try {
                Outcome<T> result = await();
                Exclusive.restore(interrupted);
                return result;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
    }
}
