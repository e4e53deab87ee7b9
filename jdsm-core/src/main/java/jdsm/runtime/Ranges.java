package jdsm.runtime;

/**
 * Checks all elements that a loop will access, before the loop. The loop variable goes from {@code first} to
 * {@code last} (inclusive) by {@code step}; the loop accesses the indices {@code coefficient * variable + offset} and
 * the {@code run} indices after each. Indices outside the array have no effect. If the arithmetic of the loop would
 * overflow {@code int}, the whole array is checked. Thread-safe; a method blocks while it fetches a copy.
 */
public final class Ranges {
    private static final long NONE = pack(1, 0);
    private static final long ALL = pack(0, Integer.MAX_VALUE - 1);

    private Ranges() {}

    /** Makes the elements of a range readable. */
    public static void read(Shared shared, int first, int last, int step, int coefficient, int offset, int run) {
        if (shared != null) {
            RangeCheck.check(shared, first, last, step, coefficient, offset, run, false);
        }
    }

    /** Makes the elements of a range writable. */
    public static void write(Shared shared, int first, int last, int step, int coefficient, int offset, int run) {
        if (shared != null) {
            RangeCheck.check(shared, first, last, step, coefficient, offset, run, true);
        }
    }

    /**
     * The least and the greatest index of a range, packed into one {@code long} for {@link #readRows} and
     * {@link #writeRows}.
     */
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
     * Makes elements of the arrays in an array readable, and the references to those arrays.
     *
     * @param shared the handle of the outer array, or null
     * @param rows the outer array, an array of arrays; or null
     * @param which the indices of the outer array, packed by {@link #of}
     * @param elements the indices of each inner array, packed by {@link #of}
     */
    public static void readRows(Shared shared, Object[] rows, long which, long elements) {
        checkRows(shared, rows, which, elements, false);
    }

    /**
     * Makes elements of the arrays in an array writable, and the references to those arrays readable; parameters as in
     * {@link #readRows}.
     */
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
