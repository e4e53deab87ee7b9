package jdsm.observe;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** A rank's counters. Thread-safe. */
public final class Counters {
    /** What is counted; names and units as they appear in the statistics. */
    public enum Counter {
        FETCHES("fetches"),
        FETCHES_AHEAD("fetchesAhead"),
        OWNERSHIP_MOVES("ownershipMoves"),
        LOCK_MOVES("lockMoves"),
        INVALIDATIONS("invalidations"),
        FORWARDS("forwards"),
        STALE_REPLIES("staleReplies"),
        DIFFS("diffs"),
        TWINS("twins"),
        PUSHES("pushes"),
        COPIES_WITH_LOCKS("copiesWithLocks"),
        EXPORTS("exports"),
        ONE_SIDED_FETCHES("oneSidedFetches"),
        ONE_SIDED_BYTES("oneSidedBytes"),
        /** Units of objects under {@code auto} that ended as nobody else's, and so on: see {@code jdsm.coherence.Use}. */
        UNITS_PRIVATE("unitsPrivate"),
        UNITS_READ_ONLY("unitsReadOnly"),
        UNITS_MIGRATORY("unitsMigratory"),
        UNITS_PRODUCER_CONSUMER("unitsProducerConsumer"),
        UNITS_WIDELY_SHARED("unitsWidelyShared"),
        BARRIERS("barriers"),
        /** Nanoseconds of all workers of the rank in {@code start}. */
        START_NANOS("startSeconds"),
        /** Nanoseconds of all workers of the rank in barriers. */
        BARRIER_NANOS("barrierSeconds"),
        /** Nanoseconds of all workers of the rank in waits for copies and exclusive rights. */
        WAIT_NANOS("waitSeconds");

        private final String label;

        Counter(String label) {
            this.label = label;
        }

        public String label() {
            return label;
        }

        /** Whether the count is of nanoseconds, and shown in seconds. */
        public boolean isTime() {
            return this == START_NANOS || this == BARRIER_NANOS || this == WAIT_NANOS;
        }
    }

    private final Map<Counter, LongAdder> adders = new EnumMap<>(Counter.class);

    public Counters() {
        for (Counter counter : Counter.values()) {
            adders.put(counter, new LongAdder());
        }
    }

    public void add(Counter counter, long amount) {
        adders.get(counter).add(amount);
    }

    public long get(Counter counter) {
        return adders.get(counter).sum();
    }
}
