package jdsm.runtime;

/**
 * The work of {@link EntryChecks}. {@link SlowPath} explains how a subclass of {@link Throwable} prevents inlining.
 */
final class EntryPath extends Throwable {
    private static final long serialVersionUID = 1;

    private EntryPath() {}

    static Object element(Object[] array, int index) {
        return Checks.element(array, index);
    }

    static Shared settleRead(Object array) {
        return Checks.settleRead(find(array));
    }

    static Shared settleRead(Object[] rows, int index, Object row) {
        Shared all = Checks.of(rows);
        return all != null && all.isReadableRow(index, row) ? null : settleRead(row);
    }

    static Shared settleWrite(Object[] rows, int index, Object row) {
        Shared all = Checks.of(rows);
        return all != null && all.isWritableRow(index, row) ? null : settleWrite(row);
    }

    static Shared settleWrite(Object array) {
        return Checks.settleWrite(find(array));
    }

    static Shared settleGather(Object array) {
        return Checks.settleGather(find(array));
    }

    static Shared settleScatter(Object array) {
        return Checks.settleScatter(find(array));
    }

    /** The handle of an array; the most common types are compared first. */
    private static Shared find(Object array) {
        if (array instanceof double[] doubles) {
            return Checks.of(doubles);
        } else if (array instanceof int[] ints) {
            return Checks.of(ints);
        } else if (array instanceof Object[] references) {
            return Checks.of(references);
        } else if (array instanceof boolean[] booleans) {
            return Checks.of(booleans);
        } else if (array instanceof byte[] bytes) {
            return Checks.of(bytes);
        } else if (array instanceof long[] longs) {
            return Checks.of(longs);
        } else if (array instanceof float[] floats) {
            return Checks.of(floats);
        } else if (array instanceof char[] chars) {
            return Checks.of(chars);
        }
        return array instanceof short[] shorts ? Checks.of(shorts) : Checks.ofAny(array);
    }
}
