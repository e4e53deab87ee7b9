package jdsm.pool;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * The classes of which nearly all new objects leave this rank: another rank is told of them. A class counts objects that are
 * told of by a reply to a rank that reads most of what it gets, and objects that have become shared and whose fate is known: some
 * barriers have passed since, and no rank was told of them of which it is open whether it reads what it gets. The idea is that of speculative allocation (TLH), with the class in place of the allocation site and the
 * rank in place of the thread. Service loop only.
 */
final class Departures {
    /** The fewest departures by which a class is judged. */
    static final int LEAST = 128;
    /** The number of barriers after which an object's fate is known. */
    static final int AGE = 4;

    private static final int MOST_STAYING = 8;
    /** How many times as many objects become shared ahead of need at a barrier as have left before. */
    private static final int GROWTH = 4;

    private static final int MOST_COUNTED = 1 << 20;

    private final Map<Class<?>, Count> counts = new HashMap<>();
    /** The place in {@link Count#recent} of the time since the last barrier. */
    private int now;
    /** Whether {@link #leave} is true for a class. */
    private boolean any;

    /** The objects of a class. */
    private static final class Count {
        private long left;
        /** The objects that became shared at least {@link #AGE} barriers ago, less those that count neither way. */
        private long known;
        /** The objects that became shared since the last barrier, and before each of the ones before. */
        private final long[] recent = new long[AGE];

        private boolean leaves;

        void judge() {
            leaves = left >= LEAST && (known - left) * MOST_STAYING <= known;
            if (left + known > MOST_COUNTED) {
                long young = Math.min(left, Arrays.stream(recent).sum()); // these are not among the known
                left = (left - young) / 2 + young;
                known /= 2;
            }
        }
    }

    /** Objects of a class have become shared. */
    void made(Class<?> type, int objects) {
        counts.computeIfAbsent(type, any -> new Count()).recent[now] += objects;
    }

    /**
     * A rank is told of objects of this rank that no other rank was told of.
     *
     * @param reads whether the rank reads most of what it gets; else the objects count neither way
     */
    void left(Class<?> type, int objects, boolean reads) {
        Count count = counts.get(type);
        if (count == null) {
            return; // objects of the start
        } else if (reads) {
            count.left += objects;
        } else {
            count.known -= objects;
        }
    }

    /** All workers of this rank have entered a barrier. */
    void intervalEnds() {
        now = (now + 1) % AGE;
        any = false;
        for (Count count : counts.values()) {
            count.known += count.recent[now];
            count.recent[now] = 0;
            count.judge();
            any |= count.leaves;
        }
    }

    /** Whether there are classes of which new objects leave. */
    boolean hasAny() {
        return any;
    }

    /** Whether new objects of a class are likely to leave. */
    boolean leave(Class<?> type) {
        Count count = counts.get(type);
        return count != null && count.leaves;
    }

    /** How many new objects of a class should become shared at once, before another rank asks for them. */
    long most(Class<?> type) {
        Count count = counts.get(type);
        return count == null || !count.leaves ? 0 : GROWTH * count.left;
    }
}
