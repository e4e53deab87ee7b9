package jdsm.coherence;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * What a rank knows of one unit: the part that workers look at inline. Protocols extend it by what only their service loop
 * touches.
 *
 * <p>Access is one int, so that a check is one comparison: a copy may be read where {@code access >= READ}, and written in
 * this interval where {@code access >= WRITE}; if the unit is held, by its holder only. A check holds until the worker's next
 * synchronisation, even if access is lowered meanwhile. Who may change it:
 * <table>
 * <caption>Transitions</caption>
 * <tr><td>{@code OWNED -> HELD}, {@code HELD -> OWNED}, {@code OWNED -> WRITE}, {@code UNSEEN -> READ}</td><td>a worker, by
 *     compare-and-set: a unit that stays on one rank costs no message and no queue</td></tr>
 * <tr><td>{@code HELD -> HELD_WANTED}, {@code OWNED -> HELD_WANTED}</td><td>the service loop, by compare-and-set against
 *     those workers; the second closes a free unit while the loop serves who waits for it</td></tr>
 * <tr><td>all else</td><td>the service loop alone</td></tr>
 * </table>
 */
public abstract class UnitState {
    /**
     * A valid copy that has come unasked, or was asked for before anybody missed it, and that nobody here has looked at since:
     * who does makes it {@link #READ}. So its owner can be told, or this rank asks no more, if nobody does.
     */
    public static final int UNSEEN = -4;
    /** No valid copy here; the content is whatever it was. */
    public static final int INVALID = -3;
    /** A valid copy; other ranks may have one, too. */
    public static final int READ = -2;
    /** The only valid copy; no worker holds the unit, and none has asked to write it. */
    public static final int OWNED = -1;
    /** A valid copy that workers may write in this interval; 0 is left to objects that are not shared. */
    public static final int WRITE = 1;
    /** A valid copy, held exclusively by a worker. */
    public static final int HELD = 2;
    /**
     * As {@link #HELD}, and its release must go through the service loop, for instance because somebody waits. Without a
     * holder: the service loop is about to decide who comes next.
     */
    public static final int HELD_WANTED = 3;

    private static final VarHandle ACCESS;
    private static final VarHandle HOLDER;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            ACCESS = lookup.findVarHandle(UnitState.class, "access", int.class);
            HOLDER = lookup.findVarHandle(UnitState.class, "holder", Thread.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final int unit;

    /** Whether the copy here, if it can be read, is invalidated before anything newer is released. */
    private volatile boolean current;

    @SuppressWarnings("unused") // through ACCESS
    private int access;

    /** The worker that holds the unit; another worker may read a stale value here, but never itself by mistake. */
    @SuppressWarnings("unused") // through HOLDER
    private Thread holder;

    /** Whether a worker has held the unit since {@link #forgetHold}. */
    private boolean wasHeld;

    /** How often the holder holds it; written before {@code holder} names it, then the holder's own. */
    private int depth;

    /** Whether a release of this rank has to look at the unit. Service loop. */
    public abstract boolean isDirty();

    /** Whether workers that write the dirty unit from now on ask first. Service loop. */
    public abstract boolean isLowered();

    /** How other ranks hear of what is written. */
    public abstract Publication publication();

    /** Whether a copy that may be read has all that was released so far, though this rank may not have acquired it. */
    public final boolean copiesAreCurrent() {
        return current || publication() == Publication.INVALIDATE;
    }

    /**
     * Service loop: says of the copy here whether it is invalidated before anything newer is released. To become so, it has
     * its content already; to be so no longer, before {@link #access} says that it is invalid.
     */
    public final void current(boolean itIs) {
        if (current != itIs) {
            current = itIs;
        }
    }

    /** Whether the copy here is valid, though perhaps held, or not looked at yet. */
    public final boolean isValid() {
        return access() != INVALID;
    }

    protected UnitState(int unit, int access) {
        this.unit = unit;
        this.access = access;
    }

    /** The unit's id. */
    public final int unit() {
        return unit;
    }

    /** {@link #UNSEEN} to {@link #HELD_WANTED}; what the copy contains is visible to who sees READ or more. */
    public final int access() {
        return (int) ACCESS.getAcquire(this);
    }

    /** Whether anyone here may read the copy as it is: nobody holds it. */
    public final boolean isReadable() {
        return Integer.compareUnsigned(access() - READ, WRITE - READ) <= 0; // READ to WRITE in one comparison
    }

    /** Whether anyone here may write the copy in this interval. */
    public final boolean isWritable() {
        return access() == WRITE;
    }

    /** Whether {@code me} may read the copy as it is. */
    public final boolean readableBy(Thread me) {
        int now = access();
        return now >= READ && (now < HELD || heldBy(me));
    }

    /** Whether {@code me} may read the copy, and it has all that was released so far. */
    public final boolean currentFor(Thread me) {
        int now = access();
        if (now >= HELD) {
            return heldBy(me);
        }
        // In this order: a copy that was readable and is still to be invalidated was current in between.
        return now >= READ && (now == OWNED || copiesAreCurrent());
    }

    /** Whether {@code me} may write the copy in this interval. */
    public final boolean writableBy(Thread me) {
        int now = access();
        return now >= WRITE && (now < HELD || heldBy(me));
    }

    /** A worker's way to write without the service loop: works where the only copy is here and free. */
    public final boolean tryWrite() {
        return ACCESS.compareAndSet(this, OWNED, WRITE);
    }

    /** A worker's way to read a copy that has come unasked. */
    public final boolean tryRead() {
        return ACCESS.compareAndSet(this, UNSEEN, READ);
    }

    /** Whether {@code me} holds the unit. */
    public final boolean heldBy(Thread me) {
        return (Thread) HOLDER.getAcquire(this) == me;
    }

    /** The worker that holds the unit, or null; for reports: it may be another one by now. */
    public final Thread holder() {
        return (Thread) HOLDER.getAcquire(this);
    }

    /** A worker's way to hold the unit without the service loop: works where it is here, exclusive and free, or held already. */
    public final boolean tryHold(Thread me) {
        if (heldBy(me)) {
            depth++;
            return true;
        }
        if (access() == OWNED && ACCESS.compareAndSet(this, OWNED, HELD)) {
            depth = 1;
            wasHeld = true;
            HOLDER.setRelease(this, me);
            return true;
        }
        return false;
    }

    /**
     * Undoes one {@link #tryHold} or grant by the holder.
     *
     * @return false if its release matters to others: the caller must have the protocol's {@code onRelease} run on the service loop
     */
    public final boolean release() {
        if (--depth > 0) {
            return true;
        }
        HOLDER.setRelease(this, (Thread) null);
        return ACCESS.compareAndSet(this, HELD, OWNED);
    }

    /** Service loop: makes a worker the holder. */
    public final void hold(Thread worker, boolean wanted) {
        depth = 1;
        wasHeld = true;
        HOLDER.setRelease(this, worker);
        access(wanted ? HELD_WANTED : HELD);
    }

    /** Before anybody else knows the unit: a worker holds it, so often. */
    public final void holdFromTheBeginning(Thread worker, int times) {
        hold(worker, false);
        depth = times;
    }

    /** Service loop, where no worker can hold the unit: whether one has. */
    public final boolean wasHeld() {
        return wasHeld;
    }

    /** Service loop, where no worker can hold the unit: whoever held it here does not matter any more. */
    public final void forgetHold() {
        wasHeld = false;
    }

    /** Service loop: sets the access right, after the content that it stands for is in place. */
    public final void access(int next) {
        ACCESS.setRelease(this, next);
    }

    /** Service loop: closes a free exclusive copy to workers; false if it is not {@link #OWNED} (any more). */
    public final boolean close() {
        return ACCESS.compareAndSet(this, OWNED, HELD_WANTED);
    }

    /** Service loop: tells the holder that somebody waits; false if there is no holder (any more). */
    public final boolean want() {
        return ACCESS.compareAndSet(this, HELD, HELD_WANTED) || access() == HELD_WANTED;
    }
}
