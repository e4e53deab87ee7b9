package jdsm.runtime;

/**
 * The check of elements of the arrays in an array, kept out of the compiled code of its caller like {@link RangeCheck}.
 */
final class RowsCheck extends Throwable {
    private static final long serialVersionUID = 1;
    private static final long NONE = pack(1, 0);
    private static final long ALL = pack(0, Integer.MAX_VALUE - 1);

    private RowsCheck() {}

    /** See {@link Ranges#of}. */
    static long indices(int first, int last, int step, int coefficient, int offset, int run) {
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

    /** See {@link Ranges#readRows} and {@link Ranges#writeRows}. */
    static void check(Shared shared, Object[] rows, long which, long elements, boolean write) {
        if (rows == null || elements == NONE || which == NONE) {
            return;
        }
        int end = Math.min(high(which) + 1, rows.length);
        Checks.readRange(shared, low(which), end);
        Class<?> type = rows.getClass().getComponentType();
        SharedArrays arrays = type.isArray() ? SharedArrays.of(type) : null;
        Shared all =
                arrays == null || shared != null ? shared : Checks.of(rows); // null also where the array is settled
        for (int i = low(which); i < end; i++) {
            if (all != null && (write ? all.isWritableRow(i, rows[i]) : all.isReadableRow(i, rows[i]))) {
                continue;
            }
            Shared row =
                    arrays == null ? Checks.ofAny(rows[i]) : write ? arrays.find(rows[i]) : arrays.findToRead(rows[i]);
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
