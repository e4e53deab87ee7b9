package jdsm.pool;

import java.util.function.Supplier;
import jdsm.coherence.UnitState;
import jdsm.pool.PendingAccess.Right;

/**
 * Single accesses to a field or an element of one unit, each with the right that it needs.
 *
 * <p>Why a strict read holds nothing: where a copy is invalidated before anything newer is stored, a check finds a copy that
 * is current at that moment. What is then read is the value of that moment, or one that was stored in between; either way it
 * was the element's value at some time during the call. A strict store happens while this rank has the only copy. So each
 * access takes effect at one moment of its call, for each element and hence for all of them together (Herlihy and Wing,
 * Linearizability, TOPLAS 12, 1990): the accesses are sequentially consistent.
 */
final class Accesses {
    private final Rights rights;

    Accesses(Rights rights) {
        this.rights = rights;
    }

    /**
     * A volatile access. Holding the unit orders all of them; and as ownership comes with all that its last holder has
     * published or has notices of, the access is an acquire and a release.
     */
    <T> T asVolatile(UnitRange range, Supplier<T> access) {
        UnitState unit = range.state(0);
        rights.hold(unit, Thread.currentThread());
        try {
            rights.pass();
            rights.acquired(range);
            return access.get();
        } finally {
            rights.releasing(range);
            rights.pass();
            rights.letGo(unit);
        }
    }

    /** A read of an object under the strict protocol. */
    <T> T strictRead(UnitRange range, Supplier<T> access) {
        rights.bring(range, Right.UPDATE);
        return access.get();
    }

    /** A write while nobody else has a copy; orders nothing else. */
    void exclusively(UnitRange range, Runnable access) {
        UnitState unit = range.state(0);
        rights.hold(unit, Thread.currentThread());
        try {
            access.run();
        } finally {
            rights.letGo(unit);
        }
    }
}
