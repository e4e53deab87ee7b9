package jdsm.runtime;

/**
 * Reads and checks of arrays before a loop of unknown length. A method has many of them, so their work is kept out of
 * its compiled code: C2 would compile the search for an array's handle again for each. Thread-safe; a method blocks
 * while it fetches a copy.
 */
public final class EntryChecks {
    private EntryChecks() {}

    /** As {@link Checks#element}. */
    public static Object element(Object[] array, int index, int slot) {
        return EntryPath.element(array, index, slot);
    }

    /** As {@link #element}, where another check covers the element. */
    public static Object elementUnchecked(Object[] array, int index) {
        return array == null || index < 0 || index >= array.length ? null : array[index];
    }

    /** As {@link Checks#settleRead}, for an array or null. */
    public static Shared settleRead(Object array) {
        return array == null ? null : EntryPath.settleRead(array);
    }

    /**
     * As {@link #element}, behind a check of the array.
     *
     * @param settled what {@link #settleRead} and its like returned for the array
     */
    public static Object element(Object[] array, int index, Shared settled) {
        if (settled != null) {
            Checks.read(settled, index);
        }
        return elementUnchecked(array, index);
    }

    /**
     * As {@link #settleRead}, for an array that was found in another one.
     *
     * @param index the place of {@code row} in {@code rows}
     */
    public static Shared settleRead(Object[] rows, int index, Object row) {
        return row == null ? null : EntryPath.settleRead(rows, index, row);
    }

    /** As {@link #settleRead(Object[], int, Object)}, for writing. */
    public static Shared settleWrite(Object[] rows, int index, Object row) {
        return row == null ? null : EntryPath.settleWrite(rows, index, row);
    }

    /** As {@link Checks#settleWrite}, for an array or null. */
    public static Shared settleWrite(Object array) {
        return array == null ? null : EntryPath.settleWrite(array);
    }

    /** As {@link Checks#settleGather}, for an array or null. */
    public static Shared settleGather(Object array) {
        return array == null ? null : EntryPath.settleGather(array);
    }

    /** As {@link Checks#settleScatter}, for an array or null. */
    public static Shared settleScatter(Object array) {
        return array == null ? null : EntryPath.settleScatter(array);
    }
}
