package jdsm.runtime;

/**
 * The indices that a loop accesses by an affine index expression: {@code coefficient * variable + offset} and the
 * {@code run} indices after each, where the loop variable goes from {@code first} to {@code last} (inclusive) by
 * {@code step}. The methods compute in {@code long}, which does not overflow.
 */
record AffineRange(int first, int last, int step, int coefficient, int offset, int run) {
    boolean isEmpty() {
        return step > 0 ? first > last : first < last;
    }

    long start() {
        return (long) coefficient * first + offset;
    }

    long end() {
        return (long) coefficient * last + offset;
    }

    long low() {
        return Math.min(start(), end());
    }

    long high() {
        return Math.max(start(), end()) + run;
    }

    /** The least index of the range that an array can have. Only valid unless {@link #overflows}. */
    int lowest() {
        return (int) Math.max(low(), 0);
    }

    /**
     * The greatest index of the range that an array can have; less than {@link #lowest} if there is none. Only valid
     * unless {@link #overflows}.
     */
    int highest() {
        return (int) Math.min(high(), Integer.MAX_VALUE - 1);
    }

    long stride() {
        return (long) coefficient * step;
    }

    /**
     * Whether an index, or the loop variable after the last iteration, leaves the range of {@code int}. Such a loop
     * variable wraps round, and the loop continues at the other end of the range.
     */
    boolean overflows() {
        long behind = (long) last + step;
        return (int) low() != low() || (int) high() != high() || (int) behind != behind;
    }
}
