package jdsm.pool;

import java.util.ArrayDeque;
import java.util.Deque;
import jdsm.DsmFuture;
import jdsm.coherence.UnitState;
import jdsm.pool.PendingAccess.Right;

/**
 * A pending request for copies of a range of units. Requests all missing copies at once, as far as the window allows.
 */
final class CopyFuture implements DsmFuture {
    private final Rights rights;
    private final UnitRange range;
    private final Thread worker;
    private final Right right;
    private final long unitBytes;
    private final Deque<PendingAccess> pending = new ArrayDeque<>();

    CopyFuture(Rights rights, UnitRange range, Thread worker, Right right) {
        this.rights = rights;
        this.range = range;
        this.worker = worker;
        this.right = right;
        this.unitBytes = range.bytesOfUnit();
        ask();
    }

    /** By the worker: it gives up what it only keeps, for that counts as held. */
    private void ask() {
        rights.giveUpKept();
        for (int i = 0; i < range.count(); i++) {
            UnitState unit = range.state(i);
            if (!Rights.has(unit, worker, right)) {
                PendingAccess access = new PendingAccess(unit, worker, right, () -> rights.ended(unitBytes));
                pending.add(access);
                rights.request(access, unitBytes);
            }
        }
    }

    /** Blocks until all requested copies have come. Each is as of some time after its request. */
    void await() {
        while (!pending.isEmpty()) {
            rights.await(pending.remove(), unitBytes);
        }
    }

    @Override
    public void touch() {
        await();
        // The copies may date from before a barrier that the worker has passed since its requests: check them once
        // more.
        ask();
        await();
        rights.acquired(range);
    }

    @Override
    public boolean isDone() {
        pending.forEach(rights::endOwnWait);
        return pending.stream().allMatch(PendingAccess::ended);
    }
}
