package jdsm.runtime;

/**
 * The handle of a shared object or array: the access rights to its units, the action where a check fails, and the
 * object's monitor and volatile accesses. An object has one unit; an array has one, or one for each block of elements.
 *
 * <p>A check that has passed holds until the worker's next synchronisation. Thread-safe.
 */
public abstract class Shared extends SharedMonitor {
    private final UnitAccess first;
    private final UnitAccess[] units;
    /** The unit of an object's volatile fields. */
    private final UnitAccess volatiles;
    /**
     * Elements in a unit; {@link Integer#MAX_VALUE} for one unit, so that a check of one unit does not load
     * {@code units}.
     */
    private final int blockLength;

    private final int hash;
    /**
     * The array or plain object. {@link SharedArrays} sets it before other threads can find the handle; null otherwise.
     */
    Object array;

    /**
     * Makes the handle of an object or array.
     *
     * @param units at least one
     * @param blockLength the number of elements in a unit; ignored if there is one unit
     * @param hash the hash code of the object on all ranks, see {@link Hashes}
     */
    protected Shared(UnitAccess[] units, int blockLength, int hash) {
        this(units, units[0], blockLength, hash);
    }

    /**
     * As the other constructor, for an object with volatile fields.
     *
     * @param volatiles the unit of the volatile fields
     */
    protected Shared(UnitAccess[] units, UnitAccess volatiles, int blockLength, int hash) {
        this.hash = hash;
        this.volatiles = volatiles;
        this.first = units[0];
        this.units = units;
        this.blockLength = units.length == 1 ? Integer.MAX_VALUE : blockLength;
    }

    // Called where a check fails. These methods block.

    /** Makes units {@code from} to {@code to - 1} readable for the calling thread until its next synchronisation. */
    protected abstract void bringReadable(int from, int to);

    /**
     * Makes units {@code from} to {@code to - 1} writable, and readable, for the calling worker until its next
     * synchronisation.
     */
    protected abstract void bringWritable(int from, int to);

    // Volatile accesses. Those that hold the unit run one at a time in the job.

    /**
     * Begins a volatile read for which {@link #hasAcquired} is false. Blocks.
     *
     * @return whether {@link #exitVolatile} has to end it, because it holds the unit
     */
    protected boolean enterRead(int index) {
        enterVolatile(index);
        return true;
    }

    /** Begins a volatile access to the object, or to element {@code index} of an array. Blocks. */
    protected abstract void enterVolatile(int index);

    /** Ends the volatile access that {@link #enterVolatile} began. */
    protected abstract void exitVolatile(int index);

    final int hash() {
        return hash;
    }

    // Small methods for the checks, so that the JIT compiler inlines them.

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

    /** Whether an element can be read; true for an index outside the array, where the access itself throws. */
    final boolean isReadable(int index) {
        int unit = index / blockLength;
        return index < 0 || unit >= units.length || units[unit].isReadable();
    }

    final boolean isWritable(int index) {
        int unit = index / blockLength;
        return index < 0 || unit >= units.length || units[unit].isWritable();
    }

    /** Whether the calling thread may read volatile fields now, and need not look for messages. */
    final boolean hasAcquired() {
        return volatiles.isAcquired() && !volatiles.isLookDue();
    }

    /**
     * Whether the calling thread may read a volatile element now, and need not look for messages; true for an index
     * outside the array, where the access itself throws.
     */
    final boolean hasAcquired(int index) {
        int unit = index / blockLength;
        return index < 0 || unit >= units.length || units[unit].isAcquired() && !units[unit].isLookDue();
    }

    final boolean isOneUnit() {
        return blockLength == Integer.MAX_VALUE;
    }

    /** The number of elements in a unit, of an array with several units. */
    final int blockLength() {
        return blockLength;
    }

    /** The number of elements that the units can contain; the array may have fewer. */
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

    /**
     * Brings the units of elements {@code from} to {@code to - 1} that are not accessible yet; indices outside the
     * array have no effect.
     */
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
