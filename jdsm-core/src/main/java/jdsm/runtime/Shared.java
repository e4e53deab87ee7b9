package jdsm.runtime;

/**
 * The handle of a shared object or array: the access rights to its units, the action where a check fails, and the
 * object's monitor and volatile accesses. An object has one unit; an array has one, or one for each block of elements.
 *
 * <p>A check that has passed holds until the worker's next synchronisation. Thread-safe.
 */
public abstract class Shared extends SharedMonitor {
    /** The only unit; null for an array with several units. */
    private final UnitAccess only;
    /** The rights to the units of an array with several; else null. */
    private final BlockRights blocks;

    /** The unit of an object's volatile fields. */
    private final UnitAccess volatiles;

    /** The rights to the rows of an array of arrays; null where they are not counted. */
    private RowRights rows;
    /**
     * The array or plain object. {@link SharedArrays} sets it before other threads can find the handle; null otherwise.
     */
    Object array;

    /**
     * Makes the handle of an object or array.
     *
     * @param units at least one
     * @param blockLength the number of elements in a unit; ignored if there is one unit
     */
    protected Shared(UnitAccess[] units, int blockLength) {
        this(units, units[0], blockLength);
    }

    /**
     * As the other constructor, for an object with volatile fields.
     *
     * @param volatiles the unit of the volatile fields
     */
    protected Shared(UnitAccess[] units, UnitAccess volatiles, int blockLength) {
        this.volatiles = volatiles;
        boolean one = units.length == 1;
        this.only = one ? units[0] : null;
        if (one) {
            only.countLosses();
        }
        this.blocks = one ? null : new BlockRights(units, blockLength);
    }

    /**
     * Counts the right to an object among those of its class; a constructor calls it.
     *
     * @param type the object's class, which is woven
     */
    protected final void countBy(Class<?> type) {
        only.countIn(ClassRights.of(type));
    }

    /**
     * Counts the rights to an array of references among those of its class; a constructor calls it.
     *
     * @param arrayClass the array's class
     */
    protected final void countByArrays(Class<?> arrayClass) {
        RightCounts rights = ArrayRights.of(arrayClass);
        if (blocks == null) {
            only.countIn(rights);
        } else {
            blocks.countIn(rights);
        }
    }

    /** Whether {@link #divide} may be called: the array has several units, whose rights are counted nowhere else. */
    protected boolean canDivide() {
        return blocks != null && !blocks.isCounted();
    }

    /**
     * Divides the array into other units. No thread may use the array meanwhile, and each has to synchronise with the caller
     * before it does so again.
     *
     * @param units at least two
     * @param blockLength the number of elements in a unit
     */
    protected final void divide(UnitAccess[] units, int blockLength) {
        blocks.divide(units, blockLength);
    }

    /** Counts the rights to the arrays in this array from now on, see {@link RowRights}. */
    final void countRows() {
        rows = RowRights.of((Object[]) array);
    }

    /** Counts the rights to the array by its identity hash code, from before the handle is visible. */
    void enter(HashCounts table, int hash) {
        if (blocks == null) {
            only.enter(table, hash);
        } else {
            table.hide(hash); // one comparison tells whether all blocks are readable, but with the handle
        }
    }

    /** Takes back {@link #enter}, behind the time in which the handle is visible. */
    void leave(HashCounts table, int hash) {
        if (blocks == null) {
            only.leave(hash);
        } else {
            table.show(hash);
        }
    }

    /** The only unit; null for an array with several. */
    final UnitAccess only() {
        return only;
    }

    // Of the object that has the handle.

    /** The object that has this handle; null if a search for unreachable ones has let go of it. */
    protected Object target() {
        return null;
    }

    /** A description of the object, for messages. */
    protected String label() {
        return "an object";
    }

    /** Whether the object is one of the start, which the program makes on all ranks. */
    protected boolean isOfAllRanks() {
        return true;
    }

    /** Whether this rank has made the object, of those that are none of the start. */
    protected boolean isMadeHere() {
        return false;
    }

    /** Whether a thread of this rank may have the object's monitor when the handle becomes visible. */
    protected boolean mayBeHeldAtFirst() {
        return true;
    }

    /** Called before the handle is visible with each thread that has the object's monitor, and the number of its entries. */
    protected void isHeldBy(Thread thread, int times) {}

    /**
     * Called when the handle has become visible, if a thread waits on the object's monitor: the thread must be notified, so that it
     * waits for the notifications of all ranks.
     */
    protected void isAwaited() {}

    // Called where a check fails. The first two methods block.

    /** Makes units {@code from} to {@code to - 1} readable for the calling thread until its next synchronisation. */
    protected abstract void bringReadable(int from, int to);

    /**
     * Makes units {@code from} to {@code to - 1} writable, and readable, for the calling worker until its next
     * synchronisation.
     */
    protected abstract void bringWritable(int from, int to);

    /** Requests copies of units {@code from} to {@code to - 1} without waiting for them; a hint. Does not block. */
    protected void requestAhead(int from, int to) {}

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

    /** The hash code of the object on all ranks, see {@link Hashes}; it never changes. */
    protected abstract int hash();

    // Small methods for the checks, so that the JIT compiler inlines them.

    final boolean isReadable() {
        BlockRights all = blocks;
        return all == null ? only.isReadableAlone() : all.areReadable();
    }

    final boolean isWritable() {
        BlockRights all = blocks;
        return all == null ? only.isWritableAlone() : all.areWritable();
    }

    /** Whether an element can be read; true for an index outside an array of several units. */
    final boolean isReadable(int index) {
        BlockRights all = blocks;
        return all == null ? only.isReadableAlone() : all.isReadable(index);
    }

    /** Whether an element can be written; true for an index outside an array of several units. */
    final boolean isWritable(int index) {
        BlockRights all = blocks;
        return all == null ? only.isWritableAlone() : all.isWritable(index);
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
        BlockRights all = blocks;
        UnitAccess unit = all == null ? only : all.blockAt(index);
        return index < 0 || unit == null || unit.isAcquired() && !unit.isLookDue();
    }

    /** Whether the array has a row at an index which can be read, as far as that is known without the row's handle. */
    final boolean isReadableRow(int index, Object row) {
        RowRights all = rows;
        return all != null && all.isReadable(index, row);
    }

    /** As {@link #isReadableRow}, for writing. */
    final boolean isWritableRow(int index, Object row) {
        RowRights all = rows;
        return all != null && all.isWritable(index, row);
    }

    final boolean isOneUnit() {
        return blocks == null;
    }

    /** The number of elements in a unit, of an array with several units. */
    final int blockLength() {
        return blocks.blockLength();
    }

    /** The number of elements that the units can contain, of an array with several units; the array may have fewer. */
    final long room() {
        return (long) blocks.count() * blocks.blockLength();
    }

    final void miss(boolean write) {
        SlowPath.bring(this, 0, blocks == null ? 1 : blocks.count(), write);
    }

    final void miss(int index, boolean write) {
        if (blocks == null) {
            SlowPath.bring(this, 0, 1, write);
            return;
        }
        if (!blocks.isReadable(index)) {
            blocks.missed();
        }
        int unit = blocks.blockOf(index);
        SlowPath.bring(this, unit, unit + 1, write);
    }

    /**
     * Brings the units of elements {@code from} to {@code to - 1} that are not accessible yet; indices outside the
     * array have no effect.
     */
    final void range(int from, int to, boolean write) {
        if (blocks == null) {
            if (from < to && to > 0 && !(write ? isWritable() : isReadable())) {
                miss(write);
            }
            return;
        }
        int end = to <= 0 ? 0 : Math.min(blocks.blockOf(to - 1) + 1, blocks.count());
        int unit = blocks.firstWithout(write, blocks.blockOf(Math.max(from, 0)), end);
        if (unit < end) {
            SlowPath.bring(this, unit, end, write);
        }
    }

    /** Requests a copy of the unit of an element, of an array with several units, without waiting for it. */
    final void requestAhead(int index) {
        int unit = blocks.blockOf(index);
        requestAhead(unit, unit + 1);
    }

    /**
     * Before a loop that accesses elements of an array of several units in no known order: requests all units if loops
     * have used most of them before.
     *
     * @return whether all units can be read, or written
     */
    final boolean settle(boolean write) {
        if (blocks.isAllWanted()) {
            requestAhead(0, blocks.count());
        }
        return write ? isWritable() : isReadable();
    }
}
