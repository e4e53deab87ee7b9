package jdsm.remote;

import java.util.Arrays;

/**
 * Sequences of accesses with a constant stride, in pages, among the accesses to one array, and how many pages ahead of them
 * to fetch. Three of the latest accesses with one distance make a stream. The depth grows while fetched pages come late,
 * and shrinks when they leave unused. Pure; used by one thread.
 */
final class Streams {
    private static final int MOST = 4;
    /** So many accesses of no stream are remembered: three of each of as many streams take turns. */
    private static final int REMEMBERED = 8;
    /** Accesses farther apart than this begin no stream. */
    private static final int LONGEST_STRIDE = 1 << 12;
    /** A stream may skip this many strides, over pages that report no access because they are present. */
    private static final int MOST_SKIPPED = 16;

    private static final int NONE = Integer.MIN_VALUE;

    private final int mostAhead;
    private final Stream[] streams = new Stream[MOST];
    private final int[] remembered = new int[REMEMBERED];
    private int oldestRemembered;
    private int depth = 1;
    private long now;

    private static final class Stream {
        int last;
        int stride;
        long use;
    }

    /** The pages to fetch: {@code count} from {@code first}, {@code stride} apart. */
    record Ahead(int first, int stride, int count) {
        static final Ahead NOTHING = new Ahead(0, 0, 0);
    }

    /** @param mostAhead the largest depth; 0: nothing is fetched ahead */
    Streams(int mostAhead) {
        this.mostAhead = mostAhead;
        Arrays.fill(remembered, NONE);
    }

    int depth() {
        return Math.min(depth, mostAhead);
    }

    /** Pages came later than they were needed. */
    void late() {
        depth = Math.min(mostAhead, depth + 1 + depth / 2);
    }

    /** A page was fetched in vain. */
    void unused() {
        depth = Math.max(1, depth / 2);
    }

    /** Returns the pages to fetch after an access to a page. */
    Ahead touched(int page) {
        if (mostAhead == 0) {
            return Ahead.NOTHING;
        }
        now++;
        for (Stream stream : streams) {
            if (stream != null && continues(stream, page)) {
                return step(stream, page);
            }
        }
        int stride = stride(page);
        remembered[oldestRemembered] = page;
        oldestRemembered = (oldestRemembered + 1) % REMEMBERED;
        if (stride == 0) {
            return Ahead.NOTHING;
        }
        Stream stream = leastUsed();
        stream.stride = stride;
        return step(stream, page);
    }

    private Ahead step(Stream stream, int page) {
        stream.last = page;
        stream.use = now;
        return new Ahead(page + stream.stride, stream.stride, depth());
    }

    private static boolean continues(Stream stream, int page) {
        int distance = page - stream.last;
        int strides = distance / stream.stride;
        return distance % stream.stride == 0 && strides >= 1 && strides <= MOST_SKIPPED;
    }

    /** Returns the shortest distance at which two remembered accesses lead to a page; 0 if there are none. */
    private int stride(int page) {
        int shortest = 0;
        for (int before : remembered) {
            int distance = page - before;
            if (before != NONE
                    && distance != 0
                    && Math.abs(distance) <= LONGEST_STRIDE
                    && (shortest == 0 || Math.abs(distance) < Math.abs(shortest))
                    && isRemembered(before - distance)) {
                shortest = distance;
            }
        }
        return shortest;
    }

    private boolean isRemembered(int page) {
        for (int before : remembered) {
            if (before == page) {
                return true;
            }
        }
        return false;
    }

    private Stream leastUsed() {
        int least = 0;
        for (int i = 0; i < MOST; i++) {
            if (streams[i] == null) {
                streams[i] = new Stream();
                return streams[i];
            }
            least = streams[i].use < streams[least].use ? i : least;
        }
        return streams[least];
    }
}
