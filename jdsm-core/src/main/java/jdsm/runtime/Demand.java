package jdsm.runtime;

/**
 * Learns from the misses of one array whether loops that access it in no order known beforehand use most of its blocks.
 * Then it is cheaper to request all missing blocks before the next loop than one after the other in the loop.
 *
 * <p>Blocks that become unreadable begin a new period. If workers missed at least half of the blocks that were missing
 * at the first loop of a period, the next {@value #PERIODS} periods begin with a request for all. The period behind
 * these has none, so that the array is learnt anew. Other threads' updates may be lost: only the cost depends on them.
 */
final class Demand {
    /** The number of periods in a row that begin with a request for all blocks. */
    private static final int PERIODS = 32;

    /** The number of blocks that have become unreadable. */
    private int hidden;
    /** The value of {@link #hidden} at the begin of the present period. */
    private int before;
    /** The number of blocks that were missing then. */
    private int missing;
    /** The number of misses since then. */
    private int missed;
    /** The number of later periods that begin with a request for all blocks. */
    private int left;

    /** A block has become unreadable. */
    void hidden() {
        hidden++;
    }

    /** A worker misses a block. */
    void missed() {
        missed++;
    }

    /**
     * Whether a loop that is about to begin should request all missing blocks.
     *
     * @param nowMissing the number of missing blocks
     */
    boolean isForAll(int nowMissing) {
        int now = hidden;
        if (now == before) {
            return false; // the loops of this period have requested what they use
        }
        boolean mostWereUsed = missing > 1 && missed >= missing - missed;
        before = now;
        missing = nowMissing;
        missed = 0;
        if (left == 0 && !mostWereUsed) {
            return false;
        }
        left = left == 0 ? PERIODS - 1 : left - 1;
        return true;
    }
}
