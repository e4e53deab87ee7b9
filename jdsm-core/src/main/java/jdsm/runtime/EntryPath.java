package jdsm.runtime;

/**
 * The work of {@link EntryChecks}. {@link SlowPath} explains how a subclass of {@link Throwable} prevents inlining.
 */
final class EntryPath extends Throwable {
    private static final long serialVersionUID = 1;

    private EntryPath() {}

    static Object element(Object[] array, int index, int slot) {
        return Checks.element(array, index, slot);
    }

    static Shared settleRead(Object array) {
        return Checks.settleRead(findToRead(array));
    }

    static Shared settleRead(Object[] rows, int index, Object row) {
        return Checks.isReadableRow(rows, index, row) ? null : settleRead(row);
    }

    static Shared settleWrite(Object[] rows, int index, Object row) {
        return Checks.isWritableRow(rows, index, row) ? null : settleWrite(row);
    }

    static Shared settleWrite(Object array) {
        return isWritable(array) ? null : Checks.settleWrite(find(array));
    }

    static Shared settleGather(Object array) {
        return Checks.settleGather(findToRead(array));
    }

    static Shared settleScatter(Object array) {
        return isWritable(array) ? null : Checks.settleScatter(find(array));
    }

    /** Whether the class of an array tells that the array is writable. */
    private static boolean isWritable(Object array) {
        return array instanceof Object[] references && ArrayRights.areWritable(references);
    }

    /** The handle of an array; null if nothing but reads has to be checked and none needs it. The most common types are compared first. */
    private static Shared findToRead(Object array) {
        if (array instanceof double[] doubles) {
            return Checks.toRead(doubles);
        } else if (array instanceof int[] ints) {
            return Checks.toRead(ints);
        } else if (array instanceof Object[] references) {
            return ArrayRights.areReadable(references) ? null : Checks.toRead(references);
        } else if (array instanceof boolean[] booleans) {
            return Checks.toRead(booleans);
        } else if (array instanceof byte[] bytes) {
            return Checks.toRead(bytes);
        } else if (array instanceof long[] longs) {
            return Checks.toRead(longs);
        } else if (array instanceof float[] floats) {
            return Checks.toRead(floats);
        } else if (array instanceof char[] chars) {
            return Checks.toRead(chars);
        }
        return array instanceof short[] shorts ? Checks.toRead(shorts) : Checks.ofAny(array);
    }

    /** As above, where also writes are checked. */
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
