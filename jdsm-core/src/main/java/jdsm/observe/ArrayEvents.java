package jdsm.observe;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.Supplier;
import jdsm.observe.Counters.Counter;

/** The events of a rank's shared arrays, by array. Thread-safe; never blocks. */
public final class ArrayEvents {
    /**
     * The events of an array.
     *
     * @param number the array's number, which names it in the job
     * @param type the array's type, its length, and the length of its blocks, in words
     * @param blocks the number of its blocks
     */
    public record Total(
            int number, String type, int blocks, long fetches, long invalidations, long ownershipMoves, long diffs) {}

    private static final List<Counter> COUNTED =
            List.of(Counter.FETCHES, Counter.INVALIDATIONS, Counter.OWNERSHIP_MOVES, Counter.DIFFS);

    private static final class Sum {
        private final String type;
        private final int blocks;
        private final AtomicLongArray counts = new AtomicLongArray(COUNTED.size());

        Sum(String type, int blocks) {
            this.type = type;
            this.blocks = blocks;
        }
    }

    private final Map<Integer, Sum> sums = new ConcurrentHashMap<>();

    /** Adds one event, if events of this kind are counted by array. */
    void add(Counter counter, int number, Supplier<String> type, int blocks) {
        int index = COUNTED.indexOf(counter);
        if (index >= 0) {
            sums.computeIfAbsent(number, any -> new Sum(type.get(), blocks))
                    .counts
                    .incrementAndGet(index);
        }
    }

    /** The sums so far, in no order. */
    public List<Total> totals() {
        return sums.entrySet().stream()
                .map(entry -> {
                    AtomicLongArray counts = entry.getValue().counts;
                    return new Total(
                            entry.getKey(),
                            entry.getValue().type,
                            entry.getValue().blocks,
                            counts.get(0),
                            counts.get(1),
                            counts.get(2),
                            counts.get(3));
                })
                .toList();
    }
}
