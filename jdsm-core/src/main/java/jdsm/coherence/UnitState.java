package jdsm.coherence;

import jdsm.runtime.UnitAccess;

/**
 * The state of one unit on one rank: the access right that workers check inline, and the unit's id and publication. A
 * protocol extends it with the fields of its own that only the service loop touches.
 */
public abstract class UnitState extends UnitAccess {
    private final int unit;

    /** Whether a readable copy here is invalidated before any newer content is released. */
    private volatile boolean current;

    protected UnitState(int unit, int access) {
        super(access);
        this.unit = unit;
    }

    /** The unit's id. */
    public final int unit() {
        return unit;
    }

    /** Service loop: whether a release of this rank has to look at the unit. */
    public abstract boolean isDirty();

    /** Service loop: whether a worker must ask the service loop before its next write of the dirty unit. */
    public abstract boolean isLowered();

    /** How other ranks hear of writes to the unit. */
    public abstract Publication publication();

    /** Whether a readable copy has all content released so far, though this rank may not have acquired it. */
    public final boolean copiesAreCurrent() {
        return current || publication() == Publication.INVALIDATE;
    }

    /**
     * Service loop: says whether the copy here is invalidated before any newer content is released. Called with true
     * after the copy has its content, and with false before {@link #access} becomes {@link #INVALID}.
     */
    public final void current(boolean itIs) {
        if (current != itIs) {
            current = itIs;
        }
    }

    /** Whether {@code me} may read the copy, and the copy has all content released so far. */
    public final boolean currentFor(Thread me) {
        int now = access();
        if (now >= HELD) {
            return heldBy(me);
        }
        // In this order: a copy that was readable and is still to be invalidated was current in between.
        return now >= READ && (now == OWNED || copiesAreCurrent());
    }
}
