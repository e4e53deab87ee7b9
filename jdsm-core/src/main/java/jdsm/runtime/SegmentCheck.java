package jdsm.runtime;

/**
 * The check of segments before two nested loops, kept out of the compiled code of its caller like {@link RangeCheck}.
 */
final class SegmentCheck extends Throwable {
    private static final long serialVersionUID = 1;
    /** More than the greatest step of a loop over a segment. */
    private static final int MARGIN = 100;

    private SegmentCheck() {}

    /** Checks segments; {@link Ranges#readSegments} describes the arguments, {@code shared} is not null. */
    static void check(
            Shared shared,
            int[] low,
            AffineRange lows,
            int lowAddend,
            int[] high,
            AffineRange highs,
            int highAddend,
            int offset,
            boolean write) {
        if (lows.isEmpty()) {
            return;
        }
        if (shared.isOneUnit() || lows.overflows() || highs.overflows()) {
            whole(shared, write);
            return;
        }
        makeReadable(low, lows);
        makeReadable(high, highs);
        long begin = Math.max(begin(lows, low.length), begin(highs, high.length));
        long end = Math.min(end(lows, low.length), end(highs, high.length));
        end = lows.stride() == 0 && highs.stride() == 0 ? Math.min(end, 1) : end;
        int lowStride = (int) lows.stride();
        int highStride = (int) highs.stride();
        int inLow = (int) (lows.start() + begin * lowStride);
        int inHigh = (int) (highs.start() + begin * highStride);
        long from = 0;
        long to = 0;
        for (long i = begin; i < end; i++, inLow += lowStride, inHigh += highStride) {
            int least = low[inLow] + lowAddend;
            int greatest = high[inHigh] + highAddend;
            if (least > greatest) {
                continue;
            }
            long first = (long) least + offset;
            long last = (long) greatest + offset;
            if (isNearTheEnd(least) || isNearTheEnd(greatest) || (int) first != first || (int) last != last) {
                whole(shared, write); // the loop may go on at the other end of the ints
                return;
            }
            if (first <= to && last + 1 >= from) {
                from = Math.min(from, first);
                to = Math.max(to, last + 1);
            } else {
                range(shared, from, to, write);
                from = first;
                to = last + 1;
            }
        }
        range(shared, from, to, write);
    }

    private static boolean isNearTheEnd(int value) {
        return value > Integer.MAX_VALUE - MARGIN || value < Integer.MIN_VALUE + MARGIN;
    }

    private static void whole(Shared shared, boolean write) {
        if (write) {
            Checks.write(shared);
        } else {
            Checks.read(shared);
        }
    }

    private static void makeReadable(int[] bounds, AffineRange which) {
        Shared shared = Checks.of(bounds);
        if (shared != null) {
            RangeCheck.check(
                    shared, which.first(), which.last(), which.step(), which.coefficient(), which.offset(), 0, false);
        }
    }

    private static void range(Shared shared, long from, long to, boolean write) {
        if (from < to && to > 0) {
            shared.range((int) Math.max(from, 0), (int) to, write);
        }
    }

    /** The first iteration whose index is inside an array of the given length. */
    private static long begin(AffineRange range, int length) {
        long stride = range.stride();
        long start = range.start();
        if (start >= 0 && start < length || stride == 0) {
            return 0;
        }
        return stride > 0
                ? Math.max(0, -Math.floorDiv(start, stride))
                : Math.max(0, ceiling(start - length + 1, -stride));
    }

    /** The iteration behind the last one whose index is inside an array of the given length. */
    private static long end(AffineRange range, int length) {
        long stride = range.stride();
        long start = range.start();
        long iterations = range.step() == 0 ? 1 : ((long) range.last() - range.first()) / range.step() + 1;
        if (stride == 0) {
            return start >= 0 && start < length ? iterations : 0;
        }
        long inside = stride > 0 ? ceiling(length - start, stride) : Math.floorDiv(start, -stride) + 1;
        return Math.min(iterations, inside);
    }

    private static long ceiling(long dividend, long divisor) {
        return -Math.floorDiv(-dividend, divisor);
    }
}
