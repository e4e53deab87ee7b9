package jdsm.pool;

import java.util.function.Supplier;
import jdsm.check.Order;
import jdsm.coherence.UnitState;
import jdsm.pool.PendingAccess.Right;

/**
 * Single accesses to a field or an element of one unit, each under the right that the access needs. Called by workers;
 * the methods block until the worker has the right.
 *
 * <p>A strict read need not hold the unit. The owner invalidates a copy before any newer value is stored, so a
 * successful check finds a copy that is current at that moment. The read then returns the value of that moment, or a
 * value stored in between; either was the element's value at some time during the call. A strict store happens while
 * this rank has the only copy. So each access takes effect at one moment of its call. This holds for each element, and
 * hence for all of them together (Herlihy and Wing, Linearizability, TOPLAS 12, 1990): the accesses are sequentially
 * consistent.
 */
final class Accesses {
    private final Rights rights;

    Accesses(Rights rights) {
        this.rights = rights;
    }

    /**
     * Makes a volatile write or compare-and-set, which is an acquire and a release. The worker holds the unit meanwhile, so that all
     * volatile accesses to the unit are totally ordered. Ownership brings all writes that the last holder has
     * published, or their notices.
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

    /**
     * Makes a volatile read, which is an acquire. Where copies are shared, it is a strict read whose copy has come with
     * all that its last holder had written, or with the notices of it. A job that is checked for races records the
     * order of accesses, for which the worker holds the unit.
     */
    <T> T volatileRead(UnitRange range, Supplier<T> access) {
        if (rights.order() != Order.NONE || !range.state(0).sharesVolatileReads()) {
            return asVolatile(range, access);
        }
        rights.readVolatile(range.state(0));
        return access.get();
    }

    /** Reads from an object under the strict protocol. */
    <T> T strictRead(UnitRange range, Supplier<T> access) {
        rights.bring(range, Right.UPDATE);
        return access.get();
    }

    /** Writes while no other rank has a copy. The write is neither an acquire nor a release. */
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
