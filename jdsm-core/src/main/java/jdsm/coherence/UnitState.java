package jdsm.coherence;

import jdsm.runtime.UnitAccess;

/**
 * One rank's state of one unit: the access right, which workers check inline, the unit's id and its publication. A
 * protocol adds fields in a subclass; only the service loop touches these.
 */
public abstract class UnitState extends UnitAccess {
    private final int unit;

    /** Whether the owner invalidates this rank's copy before it publishes newer content. */
    private volatile boolean current;

    /** Whether the unit has a new version since the last barrier. */
    private boolean changed;

    protected UnitState(int unit, int access) {
        super(access);
        this.unit = unit;
    }

    /** The unit's id. */
    public final int unit() {
        return unit;
    }

    /**
     * Notes whether the unit has a new version since the last barrier. Service loop only.
     *
     * @return whether this is news
     */
    public final boolean changed(boolean itIs) {
        boolean news = changed != itIs;
        changed = itIs;
        return news;
    }

    /** Whether a release of this rank has to publish the unit. Service loop only. */
    public abstract boolean isDirty();

    /** Whether workers must ask the service loop before they write the dirty unit again. Service loop only. */
    public abstract boolean isLowered();

    /**
     * Forgets diffs of the unit that are kept for other ranks, and that stale content is still in place. The numbers of
     * values in diffs lose their meaning, and parts of stale contents are dropped. Service loop only.
     */
    public void forgetContents() {}

    /** How other ranks hear of writes to the unit. */
    public abstract Publication publication();

    /** Whether a readable copy contains all content released so far, though this rank may not have acquired it. */
    public final boolean copiesAreCurrent() {
        return current || publication() == Publication.INVALIDATE;
    }

    /**
     * Whether volatile reads of the unit share copies. Otherwise no round invalidates copies before a worker holds the
     * unit, and a volatile read has to hold the unit itself.
     */
    public final boolean sharesVolatileReads() {
        return publication() == Publication.INVALIDATE || publication() == Publication.ADAPT;
    }

    /**
     * Sets whether the owner invalidates this rank's copy before it publishes newer content. Service loop only. To be
     * called with true after the copy has its content, and with false before {@link #access} becomes {@link #INVALID}.
     */
    public final void current(boolean itIs) {
        if (current != itIs) {
            current = itIs;
        }
    }

    /**
     * Whether {@code me} may read the copy and the copy contains all content released so far. Any thread; never blocks.
     */
    public final boolean currentFor(Thread me) {
        int now = access();
        if (now >= HELD) {
            return heldBy(me);
        }
        // The access right is read before 'current': a copy that was readable then, and is current now, was current in
        // between.
        return now >= READ && (now == OWNED || copiesAreCurrent());
    }
}
