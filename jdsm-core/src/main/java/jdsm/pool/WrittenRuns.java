package jdsm.pool;

import jdsm.codec.ContentDiff;

/*
 * Where ranks take rows, or bands of columns, of an array in turn, each rank writes runs of elements at equal distances,
 * the stride. A block that is longer than the part of one rank in a stride is written by several.
 *
 * Elements that a store does not change are in no diff. So a run ends where a gap is not much shorter than the longest gap of the
 * diff, and distances count as equal that differ by little; blocks then have the length that divides the array and is next
 * to the mean. The stride is the one that most pairs of neighbouring runs have (Boyer and Moore, MJRTY - a fast majority
 * vote algorithm, 1981).
 */

/** Where this rank's diffs of one array lie, and the length of blocks that would have one writer each. Service loop only. */
final class WrittenRuns {
    /** Runs with no more elements between them count as one. */
    private static final int SHORT_GAP = 8;
    /** As {@link #SHORT_GAP}, as a part of the longest gap of the diff. */
    private static final int PART_OF_GAP = 4;

    /** The most changed ranges of a diff that are looked at. */
    private static final int MOST_RANGES = 1 << 13;

    /** Distances differ by at most this part of them if they count as equal. */
    private static final int TOLERANCE = 32;

    /** The number of pairs at the stride, beyond those at another distance, that make it certain. */
    private static final int ENOUGH = 8;

    /** The number of runs at the stride that are kept. */
    private static final int KEPT = 64;

    /** The number of barriers at which a large part of the array was written beside other ranks. */
    private static final int BARRIERS = 2;

    /** The number of such barriers after which the array is not looked at any more. */
    private static final int MOST_BARRIERS = 64;

    /** The least number of diffs before such a barrier; and their least part of the array's blocks. */
    private static final int LEAST_DIFFS = 4;

    private static final int PART = 8;

    private final int ranks;
    private final int length;
    private int diffs;
    private int barriers;

    private int stride;
    private int votes;
    /** The sum of the distances that count as equal to the stride, and their number. */
    private long sum;

    private int equal;
    private boolean exact;
    /** Begins and ends of runs at the stride. */
    private final int[] kept = new int[2 * KEPT];

    /** The begin and end of the last run, which may go on; -1 for none. */
    private int from = -1;

    private int to;
    /** The begin of the run before; -1 for none. */
    private int before = -1;

    /** @param length the number of elements of the array */
    WrittenRuns(int ranks, int length) {
        this.ranks = ranks;
        this.length = length;
    }

    /**
     * Takes a diff of a block.
     *
     * @param block the block's first element
     * @param width the bytes of an element
     */
    void add(int block, int width, ContentDiff diff) {
        diffs++;
        if (barriers >= MOST_BARRIERS) {
            return;
        }
        int[] ranges = diff.places(MOST_RANGES);
        int longest = 0;
        for (int i = 0; i < ranges.length; i++) {
            ranges[i] = block + ranges[i] / width;
            longest = i > 0 && i % 2 == 0 ? Math.max(longest, ranges[i] - ranges[i - 1]) : longest;
        }
        int gap = Math.max(SHORT_GAP, longest / PART_OF_GAP);
        int first = 0;
        for (int i = 2; i <= ranges.length; i += 2) {
            if (i == ranges.length || ranges[i] - ranges[i - 1] > gap) {
                run(ranges[first], ranges[i - 1]);
                first = i;
            }
        }
    }

    private void run(int begin, int end) {
        if (from >= 0 && begin >= to && begin - to <= SHORT_GAP) {
            to = end; // a run that goes on in the next block
            return;
        }
        endRun();
        from = begin;
        to = end;
    }

    private void endRun() {
        if (from > before && before >= 0) {
            vote(from - before);
        }
        before = from;
        from = -1;
    }

    private void vote(int distance) {
        if (Math.abs(distance - stride) <= stride / TOLERANCE) {
            votes++;
            exact &= distance == stride;
        } else if (--votes <= 0) {
            stride = distance;
            votes = 1;
            sum = 0;
            equal = 0;
            exact = true;
        } else {
            return;
        }
        sum += distance;
        int place = 2 * (equal++ % KEPT);
        kept[place] = from;
        kept[place + 1] = to;
    }

    /**
     * Ends the diffs before a barrier.
     *
     * @param blocks the number of the array's blocks
     */
    void barrier(int blocks) {
        endRun();
        before = -1;
        if (diffs >= Math.max(LEAST_DIFFS, blocks / PART)) {
            barriers++;
        }
        diffs = 0;
    }

    /** The length of blocks with one writer each, or 0. */
    int blockLength() {
        if (barriers < BARRIERS || votes < ENOUGH) {
            return 0;
        }
        for (int parts = Math.min(ranks, stride); parts > 1; parts--) {
            int block = exact ? stride % parts == 0 ? stride / parts : 0 : divisorNear((double) sum / equal / parts);
            if (block > 0 && areInOneBlock(block)) {
                return block;
            }
        }
        return 0;
    }

    /** The divisor of the array's length next to a number, if there is one near. */
    private int divisorNear(double number) {
        int most = (int) (number / (2 * TOLERANCE));
        int middle = (int) Math.round(number);
        for (int off = 0; off <= most; off++) {
            if (middle > off && length % (middle - off) == 0) {
                return middle - off;
            } else if (length % (middle + off) == 0) {
                return middle + off;
            }
        }
        return 0;
    }

    /** Whether each of the kept runs would lie in one block. */
    private boolean areInOneBlock(int block) {
        for (int i = 0; i < 2 * Math.min(equal, KEPT); i += 2) {
            if (kept[i] / block != (kept[i + 1] - 1) / block) {
                return false;
            }
        }
        return true;
    }
}
