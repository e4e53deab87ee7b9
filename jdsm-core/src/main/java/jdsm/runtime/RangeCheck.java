package jdsm.runtime;

/**
 * The check of an affine range, kept out of the compiled code of its caller. Inlined, the check would be repeated for
 * each array of a loop, and the loop would run short of registers. {@link SlowPath} explains how a subclass of
 * {@link Throwable} prevents inlining.
 */
final class RangeCheck extends Throwable {
    private static final long serialVersionUID = 1;

    private RangeCheck() {}

    /** Checks a range; the arguments are those of {@link Ranges#read}, {@code shared} is not null. */
    static void check(
            Shared shared, int first, int last, int step, int coefficient, int offset, int run, boolean write) {
        AffineRange range = new AffineRange(first, last, step, coefficient, offset, run);
        if (range.isEmpty()) {
            return;
        }
        if (shared.isOneUnit() || range.overflows()) {
            if (write) {
                Checks.write(shared);
            } else {
                Checks.read(shared);
            }
        } else if (Math.abs(range.stride()) > shared.blockLength()) {
            checkEach(shared, range, write);
        } else {
            int low = range.lowest();
            int high = range.highest();
            if (low <= high) {
                shared.range(low, high + 1, write);
            }
        }
    }

    /** Checks each run of elements by itself: the stride is longer than a unit, so that the loop may skip units. */
    private static void checkEach(Shared shared, AffineRange range, boolean write) {
        long stride = range.stride();
        long top = Math.min(shared.room(), Integer.MAX_VALUE) - 1;
        long bottom = -range.run();
        long start = range.start();
        if (stride > 0 && start < bottom) {
            start += (bottom - start + stride - 1) / stride * stride;
        } else if (stride < 0 && start > top) {
            start += (start - top - stride - 1) / -stride * stride;
        }
        long end = stride > 0 ? Math.min(range.end(), top) : Math.max(range.end(), bottom);
        boolean asked = false;
        for (long index = start; stride > 0 ? index <= end : index >= end; index += stride) {
            int from = (int) index;
            if (range.run() == 0 && (write ? shared.isWritable(from) : shared.isReadable(from))) {
                continue;
            }
            int to = (int) Math.min(index + range.run(), top) + 1;
            if (!write && !asked && !shared.isReadable(from)) {
                requestAhead(shared, range, index, end);
                asked = true;
            }
            shared.range(from, to, write);
        }
    }

    /** Requests the first element of each run from {@code start} on, so that a read check waits for all of them together. */
    private static void requestAhead(Shared shared, AffineRange range, long start, long end) {
        long stride = range.stride();
        for (long index = start; stride > 0 ? index <= end : index >= end; index += stride) {
            if (!shared.isReadable((int) index)) {
                shared.requestAhead((int) index);
            }
        }
    }
}
