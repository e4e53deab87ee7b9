package jdsm.runtime;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * Counts of shared arrays that workers of this rank must not read, by the arrays' identity hash codes. While the count of
 * an array's hash code is 0, the array needs no look-up of its handle before it is read: if it is shared, it is
 * readable. A count is 0 only if the true number is, see {@link RightCounts}.
 *
 * <p>A count is a byte, so that many lie in one cache line. A count that reaches {@link Byte#MAX_VALUE} stays
 * there. Thread-safe.
 */
final class HashCounts {
    private static final int BITS = 17;

    private static final VarHandle COUNT = MethodHandles.arrayElementVarHandle(byte[].class);

    /** One count until the first array counts. */
    private volatile byte[] counts = new byte[1];

    /** The hash codes of {@link #suspend}. */
    private int[] suspended = {};

    private int suspendedCount;

    private static int slot(byte[] all, int hash) {
        return hash & all.length - 1;
    }

    /** Whether all shared arrays of a hash code are readable. A caller that finds true also sees their contents. */
    boolean areReadable(int hash) {
        byte[] all = counts;
        byte count = all[slot(all, hash)];
        VarHandle.acquireFence(); // as strong as COUNT.getAcquire, and quicker to compile
        return count == 0;
    }

    /** Makes room for counts. To be called before the first array's handle is visible; callers exclude each other. */
    void begin() {
        if (counts.length == 1) {
            counts = new byte[1 << BITS];
        }
    }

    /** Counts one more array that must not be read; to be called before that is so. */
    void hide(int hash) {
        add(hash, 1);
    }

    /** Takes back {@link #hide}; to be called when the array is readable, or has no handle any more. */
    void show(int hash) {
        add(hash, -1);
    }

    /** As {@link #hide}, until {@link #resume}. Callers exclude each other. */
    void suspend(int hash) {
        hide(hash);
        if (suspendedCount == suspended.length) {
            suspended = Arrays.copyOf(suspended, Math.max(16, 2 * suspendedCount));
        }
        suspended[suspendedCount++] = hash;
    }

    /** Takes back each {@link #suspend}; to be called when the arrays are readable, count again or have gone. */
    void resume() {
        for (int i = 0; i < suspendedCount; i++) {
            show(suspended[i]);
        }
        suspendedCount = 0;
        suspended = new int[0];
    }

    private void add(int hash, int number) {
        byte[] all = counts;
        int slot = slot(all, hash);
        byte now;
        do {
            now = (byte) COUNT.getVolatile(all, slot);
        } while (now != Byte.MAX_VALUE && !COUNT.compareAndSet(all, slot, now, (byte) (now + number)));
    }
}
