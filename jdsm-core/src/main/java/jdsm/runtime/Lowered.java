package jdsm.runtime;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Counts the times that this rank's workers lost a right, or that an object of theirs became shared. A check that passed
 * by the right that was there would pass again while the count is as it was before the check, also behind a
 * synchronisation. Thread-safe.
 */
final class Lowered {
    /** A count that is never reached again. */
    static final long NEVER = 0;

    private static final VarHandle TIMES;

    static {
        try {
            TIMES = MethodHandles.lookup().findStaticVarHandle(Lowered.class, "times", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private static volatile long times = NEVER + 1;

    private Lowered() {}

    /** The count so far. */
    static long times() {
        return times;
    }

    /** Whether nothing was lowered since a count. */
    static boolean isStill(long count) {
        return times == count;
    }

    /**
     * Counts a change of a right if workers may do less by it. To be called behind the change, before it has to be known to
     * any worker: a worker that takes the count first, and then finds the right as it was, takes an old count.
     */
    static void changed(int from, int to) {
        boolean isHeld = to >= UnitAccess.HELD && from < UnitAccess.HELD; // the other workers of the rank lose it
        if (isHeld || level(to) < level(from)) {
            count();
        }
    }

    private static int level(int access) {
        if (access < UnitAccess.READ) {
            return 0;
        }
        return access < UnitAccess.WRITE ? 1 : 2 + Math.min(access, UnitAccess.HELD) - UnitAccess.WRITE;
    }

    /** Counts a loss of rights, or an object that has a handle from now on. To be called behind the change. */
    static void count() {
        TIMES.getAndAdd(1L);
    }
}
