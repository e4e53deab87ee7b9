package jdsm.examples;

/**
 * The random numbers of the NAS Parallel Benchmarks (Bailey et al., RNR-94-007, section 2.3): {@code x = 5^13 x mod
 * 2^46}.
 */
final class NpbRandom {
    private static final long FACTOR = 1_220_703_125;
    private static final long SEED = 314_159_265;
    private static final int BITS = 46;

    private long x;

    /** Skips the first {@code count} numbers. */
    NpbRandom(long count) {
        x = SEED;
        long factor = FACTOR;
        for (long rest = count; rest > 0; rest /= 2) {
            if (rest % 2 == 1) {
                x = product(x, factor);
            }
            factor = product(factor, factor);
        }
    }

    private static long product(long a, long b) {
        return a * b & (1L << BITS) - 1;
    }

    /** The next number, between 0 and 1. */
    double next() {
        x = product(x, FACTOR);
        return x * 0x1p-46;
    }
}
