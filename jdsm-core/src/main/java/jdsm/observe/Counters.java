package jdsm.observe;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;

/** The event and time counters of a rank. Thread-safe; never blocks. */
public final class Counters {
    /** The counters, each with its name in the statistics. */
    public enum Counter {
        FETCHES("fetches"),
        FETCHES_AHEAD("fetchesAhead"),
        OWNERSHIP_MOVES("ownershipMoves"),
        OWNERSHIP_MOVES_AHEAD("ownershipMovesAhead"),
        LOCK_MOVES("lockMoves"),
        INVALIDATIONS("invalidations"),
        FORWARDS("forwards"),
        CHANGES_FETCHED("changesFetched"),
        STALE_REPLIES("staleReplies"),
        DIFFS("diffs"),
        TWINS("twins"),
        PUSHES("pushes"),
        COPIES_WITH_LOCKS("copiesWithLocks"),
        COPIES_WITH_REPLIES("copiesWithReplies"),
        /** Of the copies with replies, the samples, whose use is known; the next two are samples as well. */
        SAMPLED_COPIES("sampledCopies"),
        /** Samples that a worker has used. */
        SAMPLED_COPIES_READ("sampledCopiesRead"),
        /** Samples that became stale before any worker used them. */
        SAMPLED_COPIES_UNUSED("sampledCopiesUnused"),
        EXPORTS("exports"),
        ONE_SIDED_FETCHES("oneSidedFetches"),
        ONE_SIDED_BYTES("oneSidedBytes"),
        /**
         * Units of objects under {@code auto} whose use at the end of the job was {@code jdsm.coherence.Use.PRIVATE};
         * the next four count the other uses.
         */
        UNITS_PRIVATE("unitsPrivate"),
        UNITS_READ_ONLY("unitsReadOnly"),
        UNITS_MIGRATORY("unitsMigratory"),
        UNITS_PRODUCER_CONSUMER("unitsProducerConsumer"),
        UNITS_WIDELY_SHARED("unitsWidelyShared"),
        BARRIERS("barriers"),
        /** Searches for shared objects that no rank reaches. */
        SEARCHES("searches"),
        /** Shared objects of which this rank has let go because no rank reached them. */
        OBJECTS_FREED("objectsFreed"),
        /** Shared objects that are not of the start and that the last search has left. */
        OBJECTS_LEFT("objectsLeft"),
        /** Time of the searches, in nanoseconds. */
        SEARCH_NANOS("searchSeconds"),
        /** New objects that became shared at a barrier, before another rank had asked for them. */
        OBJECTS_SHARED_AHEAD("objectsSharedAhead"),
        /** Arrays that were divided into other units. */
        DIVISIONS("divisions"),
        /** Checkpoints that were completed while this rank took part. */
        CHECKPOINTS("checkpoints"),
        /** Checkpoints that were begun and given up. */
        CHECKPOINTS_LOST("checkpointsLost"),
        /** Time of both sorts, in nanoseconds. */
        CHECKPOINT_NANOS("checkpointSeconds"),
        /** Time that all workers of the rank together spent in {@code start}, in nanoseconds. */
        START_NANOS("startSeconds"),
        /** Time that all workers of the rank together spent in barriers, in nanoseconds. */
        BARRIER_NANOS("barrierSeconds"),
        /**
         * Time that all workers of the rank together spent in waits for copies and exclusive rights, in nanoseconds.
         */
        WAIT_NANOS("waitSeconds");

        private final String label;

        Counter(String label) {
            this.label = label;
        }

        /** The counter's name in the statistics. */
        public String label() {
            return label;
        }

        /** Whether the counter counts nanoseconds, which the statistics show as seconds. */
        public boolean isTime() {
            return this == START_NANOS
                    || this == BARRIER_NANOS
                    || this == WAIT_NANOS
                    || this == SEARCH_NANOS
                    || this == CHECKPOINT_NANOS;
        }
    }

    private final Map<Counter, LongAdder> adders = new EnumMap<>(Counter.class);
    /** Null if nothing is counted by class. */
    private final Map<Counter, Map<Class<?>, LongAdder>> byClass;

    private final ArrayEvents arrays = new ArrayEvents();
    private final WaitSites waits = new WaitSites();

    /** Makes counters that do not count by class. */
    public Counters() {
        this(false);
    }

    /** @param byClass whether to count events of objects by class and by array as well, and waits by line */
    public Counters(boolean byClass) {
        this.byClass = byClass ? new ConcurrentHashMap<>() : null;
        for (Counter counter : Counter.values()) {
            adders.put(counter, new LongAdder());
        }
    }

    /** Adds to a counter. */
    public void add(Counter counter, long amount) {
        adders.get(counter).add(amount);
    }

    /** Whether {@link #add(Counter, Class)} counts, and arrays and lines count. */
    public boolean byClass() {
        return byClass != null;
    }

    /** Adds one to the counter for a class; to no other counter. */
    public void add(Counter counter, Class<?> type) {
        if (byClass != null) {
            byClass.computeIfAbsent(counter, any -> new ConcurrentHashMap<>())
                    .computeIfAbsent(type, any -> new LongAdder())
                    .increment();
        }
    }

    /**
     * Adds one to the counter for an array; to no other counter.
     *
     * @param number the array's number
     * @param type gives the array's type in words
     * @param blocks the number of its blocks
     */
    public void add(Counter counter, int number, Supplier<String> type, int blocks) {
        if (byClass != null) {
            arrays.add(counter, number, type, blocks);
        }
    }

    /** The events by array; nothing unless {@link #byClass()}. */
    public ArrayEvents arrays() {
        return arrays;
    }

    /** The waits by line, which who waits adds if {@link #byClass()}. */
    public WaitSites waits() {
        return waits;
    }

    /** The present value of the counter for each class that has one. */
    public Map<Class<?>, Long> byClass(Counter counter) {
        Map<Class<?>, Long> values = new HashMap<>();
        if (byClass != null) {
            byClass.getOrDefault(counter, Map.of()).forEach((type, adder) -> values.put(type, adder.sum()));
        }
        return values;
    }

    /** The present value of a counter. */
    public long get(Counter counter) {
        return adders.get(counter).sum();
    }
}
