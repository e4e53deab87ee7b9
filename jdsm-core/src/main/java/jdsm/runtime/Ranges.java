package jdsm.runtime;

/**
 * Checks before loops: of all elements that a loop is going to access, whose variable runs from {@code first} to
 * {@code last} (inclusive) by {@code step}, at the indices {@code coefficient * variable + offset}. What a loop does not
 * reach, or what lies outside the array, is not looked at; where an int would overflow on the way, the whole array is.
 * Thread-safe; blocks where a copy has to be fetched.
 */
public final class Ranges {
    private static final long NONE = pack(1, 0);
    private static final long ALL = pack(0, Integer.MAX_VALUE - 1);

    private Ranges() {}

    /** Before elements are read. */
    public static void read(Shared shared, int first, int last, int step, int coefficient, int offset) {
        if (shared != null) {
            check(shared, new Affine(first, last, step, coefficient, offset), false);
        }
    }

    /** Before elements are written. */
    public static void write(Shared shared, int first, int last, int step, int coefficient, int offset) {
        if (shared != null) {
            check(shared, new Affine(first, last, step, coefficient, offset), true);
        }
    }

    /** The least and the greatest index, as {@link #readRows} and {@link #writeRows} take them. */
    public static long of(int first, int last, int step, int coefficient, int offset) {
        Affine range = new Affine(first, last, step, coefficient, offset);
        if (range.isEmpty()) {
            return NONE;
        }
        if (range.overflows()) {
            return ALL;
        }
        long low = Math.max(Math.min(range.start(), range.end()), 0);
        long high = Math.min(Math.max(range.start(), range.end()), Integer.MAX_VALUE - 1);
        return low > high ? NONE : pack((int) low, (int) high);
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
        for (int i = low(which); i < end; i++) {
            Shared row = Checks.ofAny(rows[i]);
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

    private static void check(Shared shared, Affine range, boolean write) {
        if (range.isEmpty()) {
            return;
        }
        if (shared.isOneUnit() || range.overflows()) {
            if (write) {
                Checks.write(shared);
            } else {
                Checks.read(shared);
            }
            return;
        }
        long stride = range.stride();
        if (Math.abs(stride) > shared.blockLength()) {
            checkEach(shared, range, write);
            return;
        }
        long low = Math.max(Math.min(range.start(), range.end()), 0);
        long high = Math.min(Math.max(range.start(), range.end()), Integer.MAX_VALUE - 1);
        if (low <= high) {
            shared.range((int) low, (int) high + 1, write);
        }
    }

    /** Elements so far apart that no two are in one unit, and units lie between. */
    private static void checkEach(Shared shared, Affine range, boolean write) {
        long stride = range.stride();
        long top = shared.room() - 1;
        long start = range.start();
        if (stride > 0 && start < 0) {
            start += (-start + stride - 1) / stride * stride;
        } else if (stride < 0 && start > top) {
            start += (start - top - stride - 1) / -stride * stride;
        }
        long end = stride > 0 ? Math.min(range.end(), top) : Math.max(range.end(), 0);
        for (long index = start; stride > 0 ? index <= end : index >= end; index += stride) {
            shared.range((int) index, (int) index + 1, write);
        }
    }

    /** Indices, in arithmetic that does not overflow. */
    private record Affine(int first, int last, int step, int coefficient, int offset) {
        boolean isEmpty() {
            return step > 0 ? first > last : first < last;
        }

        long start() {
            return (long) coefficient * first + offset;
        }

        long end() {
            return (long) coefficient * last + offset;
        }

        long stride() {
            return (long) coefficient * step;
        }

        /** Also where the variable itself would: then the loop goes on at the other end. */
        boolean overflows() {
            long behind = (long) last + step;
            return (int) start() != start() || (int) end() != end() || (int) behind != behind;
        }
    }
}
