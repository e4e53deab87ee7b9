package jdsm.pool;

import java.util.ArrayList;
import java.util.List;
import jdsm.DsmFuture;
import jdsm.coherence.UnitState;
import jdsm.sync.Waits;

/**
 * A pending request to hold a range of units exclusively. Requests the units one at a time in ascending order, each
 * after the one before has come, so that two workers with overlapping ranges cannot deadlock.
 */
final class HoldFuture implements DsmFuture {
    private final Rights rights;
    private final UnitRange range;
    private final Thread worker;
    private final long unitBytes;
    /** Units that the worker already held by another call when they came; the worker has to add the hold itself. */
    private final List<UnitState> again = new ArrayList<>();
    /** The request under way. Set by the worker at first, then by the service loop. */
    private volatile PendingAccess current;

    /** Whether a worker waits for the range; if so the window holds back neither the present request nor later ones. */
    private volatile boolean urgent;

    private volatile boolean allCame;
    private boolean touched;

    HoldFuture(Rights rights, UnitRange range, Thread worker) {
        this.rights = rights;
        this.range = range;
        this.worker = worker;
        this.unitBytes = range.bytesOfUnit();
        rights.giveUpKept();
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
            // The waiting worker may have urged this request before the window had it.
            rights.urge(access, unitBytes);
        }
    }

    /** Continues with the next unit after unit {@code i} has come. Service loop only. */
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
