package jdsm.runtime;

/**
 * Two counts for each class of arrays of references: the units of shared arrays that workers of this rank must not read,
 * and those that they must not write. While a count is 0, an array of the class needs no look-up of its handle, which
 * would cost several cache misses. Thread-safe.
 */
final class ArrayRights extends RightCounts {
    /** The counts themselves, for a class of the JDK keeps them as long as it lives: an object of this class would keep its loader. */
    private static final ClassValue<int[]> COUNTS = new ClassValue<>() {
        @Override
        protected int[] computeValue(Class<?> type) {
            return new int[2];
        }
    };

    private static final int UNREADABLE = 0;
    private static final int UNWRITABLE = 1;

    private final int[] counts;

    private ArrayRights(int[] counts) {
        this.counts = counts;
    }

    /** The counts that the units of an array belong to. */
    static RightCounts of(Class<?> arrayClass) {
        return new ArrayRights(COUNTS.get(arrayClass));
    }

    /** Whether all shared arrays of an array's class are readable, so that it needs no check before it is read. */
    static boolean areReadable(Object[] array) {
        return count(COUNTS.get(array.getClass()), UNREADABLE) == 0;
    }

    /** Whether all shared arrays of an array's class are writable, and readable. */
    static boolean areWritable(Object[] array) {
        return count(COUNTS.get(array.getClass()), UNWRITABLE) == 0;
    }

    @Override
    void add(int unreadable, int unwritable) {
        add(counts, UNREADABLE, unreadable);
        add(counts, UNWRITABLE, unwritable);
    }
}
