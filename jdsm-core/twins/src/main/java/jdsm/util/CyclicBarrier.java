package jdsm.util;

import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The twin of {@link java.util.concurrent.CyclicBarrier}. */
public class CyclicBarrier extends java.util.concurrent.CyclicBarrier {
    private final Object monitor = new Object();
    private final int parties;
    /** Null if there is none. */
    private final Given<Runnable> action;

    private int waiting;
    private Uses uses = new Uses();

    /** The uses of the barrier up to the next one that breaks. A use makes no object: ranks keep shared ones for ever. */
    private static final class Uses {
        private long passed;
        private boolean broken;
    }

    /** As {@link java.util.concurrent.CyclicBarrier#CyclicBarrier(int)}. */
    public CyclicBarrier(int parties) {
        this(parties, null);
    }

    /** As {@link java.util.concurrent.CyclicBarrier#CyclicBarrier(int, Runnable)}. */
    public CyclicBarrier(int parties, Runnable action) {
        super(parties);
        this.parties = parties;
        this.action = action == null ? null : new Given<>(action);
    }

    @Override
    public int getParties() {
        return parties;
    }

    @Override
    public int await() throws InterruptedException, BrokenBarrierException {
        synchronized (monitor) {
            try {
                return arrive(null);
            } catch (TimeoutException e) {
                throw new IllegalStateException(e); // there is no limit
            }
        }
    }

    @Override
    public int await(long timeout, TimeUnit unit)
            throws InterruptedException, BrokenBarrierException, TimeoutException {
        Deadline deadline = new Deadline(unit.toNanos(timeout));
        synchronized (monitor) {
            return arrive(deadline);
        }
    }

    private int arrive(Deadline deadline) throws InterruptedException, BrokenBarrierException, TimeoutException {
        Uses mine = uses;
        long before = mine.passed;
        if (mine.broken) {
            throw new BrokenBarrierException();
        }
        if (Thread.interrupted()) {
            breakUse();
            throw new InterruptedException();
        }
        waiting++;
        int index = parties - waiting;
        if (index == 0) {
            act();
            next();
            return 0;
        }
        while (mine.passed == before && !mine.broken) {
            try {
                if (!Deadline.waits(monitor, deadline)) {
                    breakUse();
                    throw new TimeoutException();
                }
            } catch (InterruptedException e) {
                if (mine.passed == before && !mine.broken) {
                    breakUse();
                    throw e;
                }
                Thread.currentThread().interrupt();
            }
        }
        if (mine.passed == before) {
            throw new BrokenBarrierException();
        }
        return index;
    }

    /** Runs the action; if it throws, the barrier is broken. */
    private void act() {
        boolean done = false;
        try {
            if (action != null) {
                action.get("a CyclicBarrier").run();
            }
            done = true;
        } finally {
            if (!done) {
                breakUse();
            }
        }
    }

    private void next() {
        uses.passed++;
        waiting = 0;
        monitor.notifyAll();
    }

    private void breakUse() {
        uses.broken = true;
        waiting = 0;
        monitor.notifyAll();
    }

    @Override
    public boolean isBroken() {
        synchronized (monitor) {
            return uses.broken;
        }
    }

    @Override
    public void reset() {
        synchronized (monitor) {
            breakUse();
            uses = new Uses();
        }
    }

    @Override
    public int getNumberWaiting() {
        synchronized (monitor) {
            return waiting;
        }
    }
}
