package jdsm.runtime;

/**
 * Checks all elements that a loop will access, before the loop. The loop variable goes from {@code first} to
 * {@code last} (inclusive) by {@code step}; the loop accesses the indices {@code coefficient * variable + offset} and
 * the {@code run} indices after each. Indices outside the array have no effect. If the arithmetic of the loop would
 * overflow {@code int}, the whole array is checked. Thread-safe; a method blocks while it fetches a copy.
 */
public final class Ranges {
    /** The test of {@link #last} by {@code <}. */
    public static final int BELOW = 0;
    /** The test of {@link #last} by {@code <=}. */
    public static final int UP_TO = 1;
    /** The test of {@link #last} by {@code >}. */
    public static final int ABOVE = 2;
    /** The test of {@link #last} by {@code >=}. */
    public static final int DOWN_TO = 3;
    /** The test of {@link #last} by {@code !=}. */
    public static final int OTHER_THAN = 4;

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
        return RowsCheck.indices(first, last, step, coefficient, offset, run);
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
        RowsCheck.check(shared, rows, which, elements, false);
    }

    /**
     * Makes elements of the arrays in an array writable, and the references to those arrays readable; parameters as in
     * {@link #readRows}.
     */
    public static void writeRows(Shared shared, Object[] rows, long which, long elements) {
        RowsCheck.check(shared, rows, which, elements, true);
    }

    /**
     * Makes the elements readable that two nested loops access. The index is {@code rowCoefficient * r + coefficient * v
     * + offset}, where {@code r} is the variable of the outer loop, and {@code v} that of the inner one; the
     * {@code run} indices after each are accessed, too.
     */
    public static void readBlock(
            Shared shared,
            int firstRow,
            int lastRow,
            int rowStep,
            int rowCoefficient,
            int first,
            int last,
            int step,
            int coefficient,
            int offset,
            int run) {
        if (shared != null) {
            AffineRange rows = new AffineRange(firstRow, lastRow, rowStep, rowCoefficient, 0, 0);
            AffineRange row = new AffineRange(first, last, step, coefficient, offset, run);
            BlockCheck.check(shared, rows, row, false);
        }
    }

    /** Makes the elements writable that two nested loops access; otherwise as {@link #readBlock}. */
    public static void writeBlock(
            Shared shared,
            int firstRow,
            int lastRow,
            int rowStep,
            int rowCoefficient,
            int first,
            int last,
            int step,
            int coefficient,
            int offset,
            int run) {
        if (shared != null) {
            AffineRange rows = new AffineRange(firstRow, lastRow, rowStep, rowCoefficient, 0, 0);
            AffineRange row = new AffineRange(first, last, step, coefficient, offset, run);
            BlockCheck.check(shared, rows, row, true);
        }
    }

    /**
     * Makes the segments of an array readable that two nested loops access. The variable of the outer loop goes from
     * {@code first} to {@code last} (inclusive) by {@code step}. For each of its values {@code i}, the variable of the
     * inner loop takes values from {@code low[lowFactor * i + lowOffset] + lowAddend} to
     * {@code high[highFactor * i + highOffset] + highAddend} (inclusive), in either direction; {@code offset} is added
     * to the index. Also makes those elements of {@code low} and {@code high} readable.
     */
    public static void readSegments(
            Shared shared,
            int first,
            int last,
            int step,
            int[] low,
            int lowFactor,
            int lowOffset,
            int lowAddend,
            int[] high,
            int highFactor,
            int highOffset,
            int highAddend,
            int offset) {
        if (shared != null && low != null && high != null) {
            AffineRange lows = new AffineRange(first, last, step, lowFactor, lowOffset, 0);
            AffineRange highs = new AffineRange(first, last, step, highFactor, highOffset, 0);
            SegmentCheck.check(shared, low, lows, lowAddend, high, highs, highAddend, offset, false);
        }
    }

    /** Makes segments writable; otherwise as {@link #readSegments}. */
    public static void writeSegments(
            Shared shared,
            int first,
            int last,
            int step,
            int[] low,
            int lowFactor,
            int lowOffset,
            int lowAddend,
            int[] high,
            int highFactor,
            int highOffset,
            int highAddend,
            int offset) {
        if (shared != null && low != null && high != null) {
            AffineRange lows = new AffineRange(first, last, step, lowFactor, lowOffset, 0);
            AffineRange highs = new AffineRange(first, last, step, highFactor, highOffset, 0);
            SegmentCheck.check(shared, low, lows, lowAddend, high, highs, highAddend, offset, true);
        }
    }

    /**
     * The last value of a loop variable, where the sign of the step shows only in the run, or where the loop ends at
     * equality.
     *
     * @param first the first value
     * @param bound the value that the variable is compared with
     * @param step the change in each iteration
     * @param test {@link #BELOW} to {@link #OTHER_THAN}: the comparison that continues the loop
     * @param late 1 if the comparison comes at the end of an iteration, so that the first one is not tested; else 0
     * @return the last value; where the loop would come to an end of the ints first, a value there
     */
    public static int last(int first, int bound, int step, int test, int late) {
        if (step == 0) {
            return first;
        }
        boolean up = step > 0;
        int endless = up ? Integer.MAX_VALUE : Integer.MIN_VALUE;
        if (test == OTHER_THAN) {
            long distance = (long) bound - first;
            boolean meets = distance % step == 0 && distance / step >= late;
            return meets ? bound - step : endless;
        }
        int inner = switch (test) {
            case BELOW -> bound - 1;
            case ABOVE -> bound + 1;
            default -> bound;
        };
        boolean ends = up == (test == BELOW || test == UP_TO);
        if (!ends) {
            return endless;
        }
        return late == 0 ? inner : up ? Math.max(first, inner) : Math.min(first, inner);
    }
}
