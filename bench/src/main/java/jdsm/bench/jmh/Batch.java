package jdsm.bench.jmh;

/**
 * How many operations one invocation of a benchmark consists of. Enough that what starts and ends a batch does not count,
 * few enough that most batches are not disturbed by other programs, so that the median tells what an operation takes.
 */
public final class Batch {
    /** Objects that one invocation of {@link PoolUpdate} brings up to date. */
    public static final int UPDATES = 16;

    private static final int SMALL = 8 << 10;
    private static final int SMALL_ROUND_TRIPS = 512;
    /** What a batch of longer messages moves one way. */
    private static final long LARGE_BYTES = 1 << 19;

    private static final int LEAST_ROUND_TRIPS = 4;

    private Batch() {}

    /** Messages there and back. */
    public static int roundTrips(int messageBytes) {
        return messageBytes <= SMALL
                ? SMALL_ROUND_TRIPS
                : Math.max(LEAST_ROUND_TRIPS, (int) (LARGE_BYTES / messageBytes));
    }
}
