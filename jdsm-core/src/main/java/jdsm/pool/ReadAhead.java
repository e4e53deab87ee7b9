package jdsm.pool;

import jdsm.coherence.UnitState;

/**
 * A rank's request ahead of its workers: while they read the copies that came with a reply, the owner makes the next reply. It has said
 * which unit it would send next. That one is requested when the reply comes, and the one behind it when a worker reads the first:
 * so at most one reply comes that no worker wants. Service loop only, but for {@link #isAsked}.
 */
final class ReadAhead {
    /** The unit that was requested ahead, until a worker reads it; null if there is none. */
    private volatile UnitState asked;
    /** What its owner would send next; null if it has not said so. */
    private UnitState behind;

    /** Whether the unit was requested ahead, and no worker has read it. Any thread; a hint. */
    boolean isAsked(UnitState unit) {
        return unit == asked;
    }

    /**
     * The reply about a unit has come, and its owner would send another one next.
     *
     * @return the unit to request now, or null
     */
    UnitState replied(UnitState unit, UnitState next) {
        if (unit == asked) {
            behind = next;
            return null;
        }
        return ask(next);
    }

    /**
     * A worker reads a unit, or waits for it.
     *
     * @return the unit to request now, or null
     */
    UnitState reads(UnitState unit) {
        return unit == asked ? ask(behind) : null;
    }

    private UnitState ask(UnitState next) {
        behind = null;
        asked = next;
        return next;
    }

    /** All workers of this rank have entered a barrier, behind which they may read other units. */
    void intervalEnds() {
        ask(null);
    }
}
