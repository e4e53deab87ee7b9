package jdsm.pool;

import java.util.ArrayList;
import java.util.List;
import jdsm.DsmFuture;
import jdsm.coherence.NotInlined;
import jdsm.coherence.UnitState;
import jdsm.sync.Waits;

/**
 * Exclusive rights on their way, unit by unit in ascending order: the next is asked for when the one before has come, so
 * that two workers whose ranges overlap cannot wait for each other.
 */
@NotInlined
final class HoldFuture implements DsmFuture {
    private final Rights rights;
    private final UnitRange range;
    private final Thread worker;
    private final long unitBytes;
    /** Units that the worker held by another call when their turn came; it has to count them itself. */
    private final List<UnitState> again = new ArrayList<>();
    /** The request under way; set by the worker at first, then by the service loop. */
    private volatile PendingAccess current;

    /** Somebody waits: no request is held back from here on, neither the present one nor those that follow it. */
    private volatile boolean urgent;

    private volatile boolean allCame;
    private boolean touched;

    HoldFuture(Rights rights, UnitRange range, Thread worker) {
        this.rights = rights;
        this.range = range;
        this.worker = worker;
        this.unitBytes = Rights.sizeOf(range);
        int i = 0;
        while (i < range.count() && range.state(i).tryHold(worker)) {
            i++;
        }
        ask(i);
    }

    private void ask(int i) {
        if (i == range.count()) {
            allCame = true;
            Waits.wake(worker);
            return;
        }
        PendingAccess access = new PendingAccess(range.state(i), worker, PendingAccess.Right.HOLD, () -> came(i));
        current = access;
        rights.request(access, unitBytes);
        if (urgent) {
            // Who waits may have seen it as current, and urged it, before it was asked for.
            rights.urge(access, unitBytes);
        }
    }

    /** On the service loop. */
    private void came(int i) {
        if (current.outcome() == PendingAccess.Outcome.AGAIN) {
            again.add(range.state(i));
        }
        rights.ended(unitBytes);
        ask(i + 1);
    }

    @Override
    public void touch() {
        urgent = true;
        while (!allCame) {
            rights.await(current, unitBytes);
        }
        if (!touched) {
            touched = true;
            again.forEach(unit -> rights.hold(unit, worker));
            rights.acquired(range);
        }
    }

    @Override
    public boolean isDone() {
        if (!allCame) {
            rights.endOwnWait(current);
        }
        return allCame;
    }
}
