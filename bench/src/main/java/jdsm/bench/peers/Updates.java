package jdsm.bench.peers;

/**
 * The updates of one worker: pseudo-random values, and with each an index into a table whose length is a power of two; a
 * xorshift generator (Marsaglia, Journal of Statistical Software, 2003).
 */
public final class Updates {
    private static final long SEED = 0x9E3779B97F4A7C15L;

    private final int mask;
    private long state;

    /** The updates of a worker; the same at each run. */
    public Updates(int worker, int table) {
        if (Integer.bitCount(table) != 1) {
            throw new IllegalArgumentException("the table's length is no power of two: " + table);
        }
        this.mask = table - 1;
        this.state = SEED * (worker + 1);
    }

    /** The next value. */
    public long next() {
        state ^= state << 13;
        state ^= state >>> 7;
        state ^= state << 17;
        return state;
    }

    /** The index for the last value of {@link #next}. */
    public int index() {
        return (int) (state >>> 20) & mask;
    }
}
