package jdsm.runtime;

/**
 * The indices {@code coefficient * variable + offset} and {@code run} behind each, for a variable from {@code first} to {@code last}
 * by {@code step}; in arithmetic that does not overflow.
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

    /** The least index that an array may have; meant for ranges that do not overflow. */
    int lowest() {
        return (int) Math.max(low(), 0);
    }

    /** The greatest index that an array may have: less than {@link #lowest} where there is none; as that one. */
    int highest() {
        return (int) Math.min(high(), Integer.MAX_VALUE - 1);
    }

    long stride() {
        return (long) coefficient * step;
    }

    /** Whether an int would; also the variable itself: then the loop goes on at the other end. */
    boolean overflows() {
        long behind = (long) last + step;
        return (int) low() != low() || (int) high() != high() || (int) behind != behind;
    }
}
