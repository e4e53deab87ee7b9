package jdsm.runtime;

/**
 * A shared object or array, as woven code sees it: the states of its units, and what to do where a check fails. An object has
 * one unit; an array has one, or one for each block.
 *
 * <p>A check that has passed holds until the worker's next synchronisation. Thread-safe.
 */
public abstract class Shared extends SharedMonitor {
    private final UnitAccess first;
    private final UnitAccess[] units;
    /** Where there is one unit, more than an array has: so a check need not wait for {@code units} to come from memory. */
    private final int blockLength;

    private final int hash;
    /** Set once by {@link SharedArrays}, before others can find it there; null: no array. */
    Object array;

    /**
     * @param units at least one
     * @param blockLength elements a unit, or 0 where there is one unit
     * @param hash what {@link Hashes} gives for the object on all ranks
     */
    protected Shared(UnitAccess[] units, int blockLength, int hash) {
        this.hash = hash;
        this.first = units[0];
        this.units = units;
        this.blockLength = units.length == 1 ? Integer.MAX_VALUE : blockLength;
    }

    // Where a check fails. All block.

    /** Lets the calling thread read units {@code from} to {@code to - 1} until its next synchronisation. */
    protected abstract void bringReadable(int from, int to);

    /** Lets the calling worker write, and read, units {@code from} to {@code to - 1} until its next synchronisation. */
    protected abstract void bringWritable(int from, int to);

    // Volatile accesses: one at a time, job-wide.

    /** Before a volatile access to the object, or to the element {@code index} of an array. */
    protected abstract void enterVolatile(int index);

    /** Behind it. */
    protected abstract void exitVolatile(int index);

    final int hash() {
        return hash;
    }

    // What checks need; small, so that they are inlined.

    final boolean isReadable() {
        if (isOneUnit()) {
            return first.isReadable();
        }
        for (UnitAccess unit : units) {
            if (!unit.isReadable()) {
                return false;
            }
        }
        return true;
    }

    final boolean isWritable() {
        if (isOneUnit()) {
            return first.isWritable();
        }
        for (UnitAccess unit : units) {
            if (!unit.isWritable()) {
                return false;
            }
        }
        return true;
    }

    /** Whether an element can be read; true outside the array, where the access itself throws. */
    final boolean isReadable(int index) {
        int unit = index / blockLength;
        return index < 0 || unit >= units.length || units[unit].isReadable();
    }

    final boolean isWritable(int index) {
        int unit = index / blockLength;
        return index < 0 || unit >= units.length || units[unit].isWritable();
    }

    final boolean isOneUnit() {
        return blockLength == Integer.MAX_VALUE;
    }

    /** Elements a unit, of an array of several. */
    final int blockLength() {
        return blockLength;
    }

    /** How many elements the units have room for; the array may have fewer. */
    final long room() {
        return (long) units.length * blockLength;
    }

    final void miss(boolean write) {
        SlowPath.bring(this, 0, units.length, write);
    }

    final void miss(int index, boolean write) {
        int unit = index / blockLength;
        SlowPath.bring(this, unit, unit + 1, write);
    }

    /** Elements {@code from} to {@code to - 1}, as far as there are any. */
    final void range(int from, int to, boolean write) {
        int firstUnit = Math.max(from, 0) / blockLength;
        int end = to <= 0 ? 0 : Math.min((to - 1) / blockLength + 1, units.length);
        for (int unit = firstUnit; unit < end; unit++) {
            if (!(write ? units[unit].isWritable() : units[unit].isReadable())) {
                SlowPath.bring(this, unit, end, write);
                return;
            }
        }
    }
}
