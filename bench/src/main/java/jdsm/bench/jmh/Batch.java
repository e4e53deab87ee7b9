package jdsm.bench.jmh;

/**
 * The number of operations in one invocation of a benchmark. A batch is long enough that its start and end do not
 * count, and short enough that other programs disturb few batches: the median then gives the time of an operation.
 */
public final class Batch {
    /** Number of objects that one invocation of {@link PoolUpdate} updates. */
    public static final int UPDATES = 16;

    private static final int SMALL = 8 << 10;
    private static final int SMALL_ROUND_TRIPS = 512;
    /** Bytes that a batch of longer messages moves one way. */
    private static final long LARGE_BYTES = 1 << 19;

    private static final int LEAST_ROUND_TRIPS = 4;

    private Batch() {}

    /** Number of messages there and back. */
    public static int roundTrips(int messageBytes) {
        return messageBytes <= SMALL
                ? SMALL_ROUND_TRIPS
                : Math.max(LEAST_ROUND_TRIPS, (int) (LARGE_BYTES / messageBytes));
    }

    /** Number of accesses to remote memory. */
    public static int accesses(int bytes) {
        return 2 * roundTrips(bytes);
    }
}
