package jdsm.runtime;

import java.util.Arrays;

/**
 * The right to a unit, counted by the identity hash codes of the arrays in it, and in other counts to which the unit
 * belongs. Arrays come and go while the right changes: both take this object's monitor, but for a change that leaves the unit
 * readable or unreadable, and behind {@link #withdraw}.
 */
final class HashRights extends RightCounts {
    private final UnitAccess unit;
    private final HashCounts counts;
    /** Null if none. */
    private RightCounts others;

    /** The hash codes of the unit's arrays. */
    private int[] hashes = new int[1];

    private int size;

    /** Whether each of the hash codes counts as that of an array that must not be read, whatever the right. */
    private volatile boolean isWithdrawn;

    /** @param others the counts to which the unit has belonged so far; null if none */
    HashRights(UnitAccess unit, HashCounts counts, RightCounts others) {
        this.unit = unit;
        this.counts = counts;
        this.others = others;
    }

    /** Counts an array in the unit, from before its handle is visible. */
    synchronized void enter(int hash) {
        if (isHidden()) {
            counts.hide(hash);
        }
        if (size == hashes.length) {
            hashes = Arrays.copyOf(hashes, 2 * size);
        }
        hashes[size++] = hash;
    }

    /** Counts an array no longer, of which no thread can find the handle any more. */
    synchronized void leave(int hash) {
        int at = size - 1;
        while (hashes[at] != hash) {
            at--;
        }
        hashes[at] = hashes[--size];
        if (isHidden()) {
            counts.show(hash);
        }
    }

    private boolean isHidden() {
        return isWithdrawn || !unit.isReadable();
    }

    /** Has the arrays looked up from now on: their right changes too often to be counted. */
    void withdraw() {
        if (!isWithdrawn) {
            hideAll();
        }
    }

    private synchronized void hideAll() {
        for (int i = 0; !isHidden() && i < size; i++) {
            counts.hide(hashes[i]);
        }
        isWithdrawn = true;
    }

    /** Whether a change of the right counts in nothing but other counts. */
    boolean isWithdrawn() {
        return isWithdrawn;
    }

    /** Whether the unit belongs to other counts as well. */
    boolean hasOthers() {
        return others != null;
    }

    /** Counts the right in other counts as well; see {@link UnitAccess#countIn}. */
    void countIn(RightCounts all) {
        others = all;
    }

    @Override
    void add(int unreadable, int unwritable) {
        for (int i = 0; unreadable != 0 && !isWithdrawn && i < size; i++) {
            if (unreadable > 0) {
                counts.hide(hashes[i]);
            } else {
                counts.show(hashes[i]);
            }
        }
        if (others != null) {
            others.add(unreadable, unwritable);
        }
    }
}
