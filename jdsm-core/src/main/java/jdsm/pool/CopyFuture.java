package jdsm.pool;

import java.util.ArrayDeque;
import java.util.Deque;
import jdsm.DsmFuture;
import jdsm.coherence.NotInlined;
import jdsm.coherence.UnitState;
import jdsm.pool.PendingAccess.Right;

/** Copies on their way, to be read or written: all that are not here are asked for at once, as far as the window goes. */
@NotInlined
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
        this.unitBytes = Rights.sizeOf(range);
        ask();
    }

    private void ask() {
        for (int i = 0; i < range.count(); i++) {
            UnitState unit = range.state(i);
            if (!Rights.has(unit, worker, right)) {
                PendingAccess access = new PendingAccess(unit, worker, right, () -> rights.ended(unitBytes));
                pending.add(access);
                rights.request(access, unitBytes);
            }
        }
    }

    /** Waits for all that was asked for: copies as of some time since then. */
    void await() {
        while (!pending.isEmpty()) {
            rights.await(pending.remove(), unitBytes);
        }
    }

    @Override
    public void touch() {
        await();
        // What was asked for before a barrier may have come, or been answered, as of before it: look once more.
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
