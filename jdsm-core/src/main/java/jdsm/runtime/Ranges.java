package jdsm.runtime;

/**
 * Checks before loops: of all elements that a loop is going to access, whose variable runs from {@code first} to
 * {@code last} (inclusive) by {@code step}, at the indices {@code coefficient * variable + offset} and {@code run} behind each. What
 * a loop does not reach, or what lies outside the array, is not looked at; where an int would overflow on the way, the whole array is.
 * Thread-safe; blocks where a copy has to be fetched.
 */
public final class Ranges {
    private static final long NONE = pack(1, 0);
    private static final long ALL = pack(0, Integer.MAX_VALUE - 1);

    private Ranges() {}

    /** Before elements are read. */
    public static void read(Shared shared, int first, int last, int step, int coefficient, int offset, int run) {
        if (shared != null) {
            RangeCheck.check(shared, first, last, step, coefficient, offset, run, false);
        }
    }

    /** Before elements are written. */
    public static void write(Shared shared, int first, int last, int step, int coefficient, int offset, int run) {
        if (shared != null) {
            RangeCheck.check(shared, first, last, step, coefficient, offset, run, true);
        }
    }

    /** The least and the greatest index, as {@link #readRows} and {@link #writeRows} take them. */
    public static long of(int first, int last, int step, int coefficient, int offset, int run) {
        AffineRange range = new AffineRange(first, last, step, coefficient, offset, run);
        if (range.isEmpty()) {
            return NONE;
        }
        if (range.overflows()) {
            return ALL;
        }
        int low = range.lowest();
        int high = range.highest();
        return low > high ? NONE : pack(low, high);
    }

    /**
     * Before elements of arrays in an array are read, and those arrays' references with them.
     *
     * @param shared what is known of the outer array, or null
     * @param rows the outer array, of arrays; or null
     * @param which indices in it, of {@link #of}
     * @param elements indices in each of those arrays, of {@link #of}
     */
    public static void readRows(Shared shared, Object[] rows, long which, long elements) {
        checkRows(shared, rows, which, elements, false);
    }

    /** As {@link #readRows}, before elements are written; the references are only read. */
    public static void writeRows(Shared shared, Object[] rows, long which, long elements) {
        checkRows(shared, rows, which, elements, true);
    }

    private static void checkRows(Shared shared, Object[] rows, long which, long elements, boolean write) {
        if (rows == null || elements == NONE || which == NONE) {
            return;
        }
        int end = Math.min(high(which) + 1, rows.length);
        Checks.readRange(shared, low(which), end);
        Class<?> type = rows.getClass().getComponentType();
        SharedArrays arrays = type.isArray() ? SharedArrays.of(type) : null;
        for (int i = low(which); i < end; i++) {
            Shared row = arrays == null ? Checks.ofAny(rows[i]) : arrays.find(rows[i]);
            if (row != null) {
                row.range(low(elements), high(elements) + 1, write);
            }
        }
    }

    private static long pack(int low, int high) {
        return (long) low << Integer.SIZE | high;
    }

    private static int low(long packed) {
        return (int) (packed >> Integer.SIZE);
    }

    private static int high(long packed) {
        return (int) packed;
    }
}
