package jdsm.pool;

import jdsm.coherence.UnitState;
import jdsm.directory.SharedEntry;
import jdsm.pool.PendingAccess.Right;
import jdsm.runtime.Refusal;
import jdsm.runtime.Remedies;
import jdsm.runtime.Shared;
import jdsm.runtime.UnitAccess;
import jdsm.runtime.Woven;

/**
 * The handle of a shared object in woven code. Passes failed checks, monitor operations and volatile accesses on to the
 * pool.
 */
class Handle extends Shared {
    private final SharedEntry entry;
    private final WovenAccess access;

    Handle(SharedEntry entry, WovenAccess access) {
        this(entry, entry.dataStates(), access);
    }

    /** @param states the states that inline checks read */
    Handle(SharedEntry entry, UnitAccess[] states, WovenAccess access) {
        super(states, entry.hasVolatiles() ? entry.state(entry.units()) : states[0], entry.blockLength());
        this.entry = entry;
        entry.keepHash();
        this.access = access;
        if (entry.isFirst() && entry.object() instanceof Woven woven) {
            countBy(woven.getClass());
        } else if (entry.isFirst() && entry.object() instanceof Object[] references) {
            countByArrays(references.getClass());
        }
    }

    SharedEntry entry() {
        return entry;
    }

    @Override
    protected Object target() {
        return entry.object();
    }

    @Override
    protected String label() {
        return entry.label();
    }

    @Override
    protected boolean mayBeHeldAtFirst() {
        return access.beginsHere(entry);
    }

    @Override
    protected void isHeldBy(Thread thread, int times) {
        if (entry.object() instanceof Throwable) {
            // The service loop reads an exception by methods that take its monitor, and must not wait for the program
            // to leave it.
            throw Refusal.of("an exception of " + entry.typeName() + " becomes shared while thread " + thread.getName()
                    + " is in its monitor; " + Remedies.MONITOR_OF_EXCEPTION);
        }
        access.isHeldFromTheBeginning(entry, thread, times);
    }

    @Override
    protected void isAwaited() {
        access.shared(entry.object());
    }

    /** Whether {@link #divided} may be called. */
    boolean canBeDivided() {
        return canDivide();
    }

    /** Follows a new division of the array into units, see {@link Shared#divide}. */
    void divided() {
        divide(entry.dataStates(), entry.blockLength());
    }

    @Override
    protected boolean isOfAllRanks() {
        return entry.key() >= 0;
    }

    @Override
    protected boolean isMadeHere() {
        return entry.key() < 0 && access.isMadeHere(entry);
    }

    @Override
    protected int hash() {
        return entry.hash();
    }

    @Override
    protected void bringReadable(int from, int to) {
        access.bring(new UnitRange(entry, from, to - from), Right.READ);
    }

    @Override
    protected void bringWritable(int from, int to) {
        access.bring(new UnitRange(entry, from, to - from), Right.WRITE);
    }

    @Override
    protected void requestAhead(int from, int to) {
        access.requestAhead(new UnitRange(entry, from, to - from));
    }

    @Override
    protected void lock() {
        if (Throwable.class.isAssignableFrom(entry.type())) {
            throw Refusal.of("the monitor of a shared exception, " + entry.typeName() + ", is not supported; "
                    + Remedies.MONITOR_OF_EXCEPTION);
        }
        access.lock(access.lockOf(entry));
    }

    @Override
    protected void unlock() {
        access.unlock(access.lockOf(entry));
    }

    @Override
    protected boolean isLocked() {
        return access.isLocked(access.lockOf(entry));
    }

    @Override
    protected void await(long nanos) throws InterruptedException {
        access.await(access.lockOf(entry), access.objectOf(entry), nanos, entry.label());
    }

    @Override
    protected void signal(boolean all) {
        access.signal(access.lockOf(entry), access.objectOf(entry));
    }

    @Override
    protected boolean enterRead(int index) {
        return access.enterRead(volatileState(index));
    }

    @Override
    protected void enterVolatile(int index) {
        access.changes(entry);
        access.enterVolatile(volatileState(index));
    }

    @Override
    protected void exitVolatile(int index) {
        access.exitVolatile(volatileState(index));
    }

    /** The unit that orders volatile accesses to a field or an element; null for an index outside the array. */
    private UnitState volatileState(int index) {
        if (entry.hasVolatiles()) {
            return entry.state(entry.units());
        }
        int unit = entry.unitOf(Math.max(index, 0));
        return index < 0 || unit >= entry.units() ? null : entry.state(unit);
    }
}
