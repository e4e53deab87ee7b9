package jdsm.util;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import jdsm.runtime.ObjectCalls;

/**
 * The twin of {@link java.util.concurrent.Phaser}. A tree of phasers has one monitor and one phase, those of its root.
 */
public class Phaser extends java.util.concurrent.Phaser {
    private static final int MOST_PARTIES = 0xffff;

    private final Phaser parent;
    private final Phaser root;
    private final Object monitor;

    private int parties;
    private int unarrived;
    /** The phase of the root; in another phaser the root's phase when its counts were last brought up to date. */
    private int phase;
    /** Of the root. */
    private boolean isOver;

    /** As {@link java.util.concurrent.Phaser#Phaser()}. */
    public Phaser() {
        this(null, 0);
    }

    /** As {@link java.util.concurrent.Phaser#Phaser(int)}. */
    public Phaser(int parties) {
        this(null, parties);
    }

    /** As {@link java.util.concurrent.Phaser#Phaser(java.util.concurrent.Phaser)}. */
    public Phaser(java.util.concurrent.Phaser parent) {
        this(parent, 0);
    }

    /** As {@link java.util.concurrent.Phaser#Phaser(java.util.concurrent.Phaser, int)}. */
    @SuppressWarnings("this-escape") // a phaser is its own root
    public Phaser(java.util.concurrent.Phaser parent, int parties) {
        if (parties < 0 || parties > MOST_PARTIES) {
            throw new IllegalArgumentException("Illegal number of parties");
        }
        if (parent != null && !(parent instanceof Phaser)) {
            throw ObjectCalls.refused(
                    "a Phaser with a parent of " + parent.getClass().getName()
                            + ", which code that is not woven has made: make the parent in the program");
        }
        this.parent = (Phaser) parent;
        this.root = parent == null ? this : this.parent.root;
        this.monitor = parent == null ? new Object() : root.monitor;
        synchronized (monitor) {
            this.parties = parties;
            this.unarrived = parties;
            this.phase = root.phase;
            if (parent != null && parties > 0) {
                this.parent.add(1);
            }
        }
    }

    // Under the monitor.

    /** The phase of the tree as the JDK counts it: negative after the end. */
    private int now() {
        return root.isOver ? root.phase | Integer.MIN_VALUE : root.phase;
    }

    /** Brings the counts up to date with the root's phase. */
    private void follow() {
        if (phase != root.phase) {
            phase = root.phase;
            if (!root.isOver) {
                unarrived = parties;
            }
        }
    }

    private int add(int more) {
        follow();
        boolean interrupted = false;
        while (parties > 0 && unarrived == 0 && !root.isOver) { // all have arrived, but not at the root
            try {
                monitor.wait();
            } catch (InterruptedException e) {
                interrupted = true;
            }
            follow();
        }
        Exclusive.restore(interrupted);
        if (parties + more > MOST_PARTIES) {
            throw new IllegalStateException("Attempt to register more than " + MOST_PARTIES + " parties for " + this);
        }
        if (root.isOver || parties == 0 && parent != null && parent.add(1) < 0) {
            return now();
        }
        parties += more;
        unarrived += more;
        return root.phase;
    }

    private int arrive(boolean leaves) {
        follow();
        if (root.isOver) {
            return now();
        }
        if (unarrived == 0) {
            throw new IllegalStateException("Attempted arrival of unregistered party for " + this);
        }
        int before = root.phase;
        unarrived--;
        parties -= leaves ? 1 : 0;
        if (unarrived == 0 && parent == null) {
            advance();
        } else if (unarrived == 0) {
            parent.arrive(parties == 0);
        }
        return before;
    }

    private void advance() {
        isOver |= onAdvance(phase, parties);
        phase = phase + 1 & Integer.MAX_VALUE;
        unarrived = isOver ? 0 : parties;
        monitor.notifyAll();
    }

    /** Waits while the phase is the given one, without a limit if the deadline is null. */
    private int await(int since, Deadline deadline) throws InterruptedException, TimeoutException {
        while (now() == since) {
            if (!Deadline.waits(monitor, deadline)) {
                throw new TimeoutException();
            }
        }
        return now();
    }

    private int awaitUninterruptibly(int since) {
        boolean interrupted = false;
        while (now() == since) {
            try {
                monitor.wait();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        Exclusive.restore(interrupted);
        return now();
    }

    // The JDK's methods.

    @Override
    public int register() {
        return bulkRegister(1);
    }

    @Override
    public int bulkRegister(int more) {
        if (more < 0) {
            throw new IllegalArgumentException();
        }
        synchronized (monitor) {
            return more == 0 ? now() : add(more);
        }
    }

    @Override
    public int arrive() {
        synchronized (monitor) {
            return arrive(false);
        }
    }

    @Override
    public int arriveAndDeregister() {
        synchronized (monitor) {
            return arrive(true);
        }
    }

    /** {@inheritDoc} The last party to arrive gets the next phase also where that is the end, as in the JDK. */
    @Override
    public int arriveAndAwaitAdvance() {
        synchronized (monitor) {
            int before = arrive(false);
            return before < 0 ? before : before == root.phase ? awaitUninterruptibly(before) : root.phase;
        }
    }

    @Override
    public int awaitAdvance(int since) {
        synchronized (monitor) {
            return since < 0 ? since : awaitUninterruptibly(since);
        }
    }

    @Override
    public int awaitAdvanceInterruptibly(int since) throws InterruptedException {
        try {
            synchronized (monitor) {
                return since < 0 ? since : await(since, null);
            }
        } catch (TimeoutException e) {
            throw new IllegalStateException(e); // there is no limit
        }
    }

    @Override
    public int awaitAdvanceInterruptibly(int since, long timeout, TimeUnit unit)
            throws InterruptedException, TimeoutException {
        Deadline deadline = new Deadline(unit.toNanos(timeout));
        synchronized (monitor) {
            return since < 0 ? since : await(since, deadline);
        }
    }

    @Override
    public void forceTermination() {
        synchronized (monitor) {
            root.isOver = true;
            monitor.notifyAll();
        }
    }

    /** As {@link java.util.concurrent.Phaser#getPhase}, which cannot be overridden. */
    public static int getPhase(java.util.concurrent.Phaser phaser) {
        if (!(phaser instanceof Phaser twin)) {
            return phaser.getPhase();
        }
        synchronized (twin.monitor) {
            return twin.now();
        }
    }

    @Override
    public int getRegisteredParties() {
        synchronized (monitor) {
            return parties;
        }
    }

    @Override
    public int getArrivedParties() {
        synchronized (monitor) {
            follow();
            return parties - unarrived;
        }
    }

    @Override
    public int getUnarrivedParties() {
        synchronized (monitor) {
            follow();
            return unarrived;
        }
    }

    @Override
    public java.util.concurrent.Phaser getParent() {
        return parent;
    }

    @Override
    public java.util.concurrent.Phaser getRoot() {
        return root;
    }

    @Override
    public boolean isTerminated() {
        synchronized (monitor) {
            return root.isOver;
        }
    }

    @Override
    protected boolean onAdvance(int finished, int registered) {
        return registered == 0;
    }

    @Override
    public String toString() {
        synchronized (monitor) {
            follow();
            return getClass().getName() + "@" + Integer.toHexString(hashCode()) + "[phase = " + now() + " parties = "
                    + parties + " arrived = " + (parties - unarrived) + "]";
        }
    }
}
