package jdsm.runtime;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The counts to which a unit's right belongs: the numbers of units that workers of this rank must not read, and of those
 * that they must not write. A count is at all times at least the true number, as in {@link BlockRights}: a thread raises
 * it before it lowers a right, and lowers it after it has raised a right. A thread that finds 0 therefore knows as much
 * as if it had checked each unit. Thread-safe.
 */
abstract class RightCounts {
    private static final VarHandle COUNT = MethodHandles.arrayElementVarHandle(int[].class);

    /** One count of several. */
    static int count(int[] counts, int slot) {
        int count = counts[slot];
        VarHandle.acquireFence(); // as strong as COUNT.getAcquire, and quicker to compile
        return count;
    }

    /** Changes a count by an atomic update, so that a reader also sees the content that a raised right stands for. */
    static void add(int[] counts, int slot, int number) {
        if (number != 0) {
            COUNT.getAndAdd(counts, slot, number);
        }
    }

    /** Counts what a change of a right takes away; to be called before the change. */
    final void before(int from, int to) {
        boolean hides = UnitAccess.isReadable(from) && !UnitAccess.isReadable(to);
        boolean closes = UnitAccess.isWritable(from) && !UnitAccess.isWritable(to);
        if (hides || closes) {
            add(hides ? 1 : 0, closes ? 1 : 0);
        }
    }

    /** Counts what a change of a right has given; to be called after the change. */
    final void after(int from, int to) {
        boolean shows = !UnitAccess.isReadable(from) && UnitAccess.isReadable(to);
        boolean opens = !UnitAccess.isWritable(from) && UnitAccess.isWritable(to);
        if (shows || opens) {
            add(shows ? -1 : 0, opens ? -1 : 0);
        }
    }

    /** Adds to the counts; 0 leaves one as it is. */
    abstract void add(int unreadable, int unwritable);
}
