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

    long stride() {
        return (long) coefficient * step;
    }

    /** Whether an int would; also the variable itself: then the loop goes on at the other end. */
    boolean overflows() {
        long behind = (long) last + step;
        return (int) low() != low() || (int) high() != high() || (int) behind != behind;
    }
}
