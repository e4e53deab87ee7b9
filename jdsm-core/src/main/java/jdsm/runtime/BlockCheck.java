package jdsm.runtime;

/**
 * The check of the elements that two nested loops access, kept out of the compiled code of its caller like
 * {@link RangeCheck}.
 */
final class BlockCheck extends Throwable {
    private static final long serialVersionUID = 1;
    /** The greatest number of elements between two rows that are checked with them. */
    private static final int MOST_GAP = 8;

    private BlockCheck() {}

    /**
     * Checks the elements whose index is the sum of two affine ranges.
     *
     * @param rows the part of the index that the outer loop changes
     * @param row the part of the index that the inner loop changes
     */
    static void check(Shared shared, AffineRange rows, AffineRange row, boolean write) {
        if (rows.isEmpty() || row.isEmpty()) {
            return;
        }
        long low = rows.low() + row.low();
        long high = rows.high() + row.high();
        if (shared.isOneUnit() || comesToAnEnd(rows) || comesToAnEnd(row) || (int) low != low || (int) high != high) {
            if (write) {
                Checks.write(shared);
            } else {
                Checks.read(shared);
            }
        } else if (Math.abs(row.stride()) > shared.blockLength()) {
            checkEach(shared, rows, row, write);
        } else {
            checkRows(shared, rows, row, write);
        }
    }

    /** Whether the loop variable leaves the ints behind the last iteration. */
    private static boolean comesToAnEnd(AffineRange range) {
        long behind = (long) range.last() + range.step();
        return (int) behind != behind;
    }

    private static void checkEach(Shared shared, AffineRange rows, AffineRange row, boolean write) {
        long end = end(rows, row, shared.room());
        for (long i = begin(rows, row, shared.room()); i < end; i++) {
            int offset = (int) (rows.start() + i * rows.stride() + row.offset());
            RangeCheck.check(shared, row.first(), row.last(), row.step(), row.coefficient(), offset, row.run(), write);
        }
    }

    private static void checkRows(Shared shared, AffineRange rows, AffineRange row, boolean write) {
        long end = end(rows, row, shared.room());
        long from = 0;
        long to = 0;
        for (long i = begin(rows, row, shared.room()); i < end; i++) {
            long at = rows.start() + i * rows.stride();
            long first = Math.max(at + row.low(), 0);
            long behind = at + row.high() + 1;
            if (from < to && first <= to + MOST_GAP && behind >= from - MOST_GAP) {
                from = Math.min(from, first);
                to = Math.max(to, behind);
            } else {
                range(shared, from, to, write);
                from = first;
                to = behind;
            }
        }
        range(shared, from, to, write);
    }

    private static void range(Shared shared, long from, long to, boolean write) {
        if (from < to) {
            shared.range((int) from, (int) Math.min(to, Integer.MAX_VALUE), write);
        }
    }

    /** The first iteration of the outer loop with an index inside the array. */
    private static long begin(AffineRange rows, AffineRange row, long length) {
        long stride = rows.stride();
        if (stride == 0) {
            return 0;
        }
        long before = stride > 0
                ? -Math.floorDiv(rows.start() + row.high(), stride)
                : Math.floorDiv(rows.start() + row.low() - length, -stride) + 1;
        return Math.max(before, 0);
    }

    /** The iteration of the outer loop behind the last one with an index inside the array. */
    private static long end(AffineRange rows, AffineRange row, long length) {
        long stride = rows.stride();
        if (stride == 0) {
            return 1;
        }
        long inside = stride > 0
                ? -Math.floorDiv(rows.start() + row.low() - length, stride)
                : Math.floorDiv(rows.start() + row.high(), -stride) + 1;
        return Math.min(inside, ((long) rows.last() - rows.first()) / rows.step() + 1);
    }
}
