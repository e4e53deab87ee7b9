package jdsm.pool;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import jdsm.observe.Counters;
import jdsm.observe.Counters.Counter;

/**
 * Counts the copies that came along with replies as samples, those that a worker has used, and those that became stale
 * unused. Copies that are no samples arrive readable, so that a worker's first read costs nothing; no rank knows which
 * of them are used. Thread-safe.
 */
final class Samples {
    private final Counters counters;
    /** The units whose samples no worker has used. */
    private final Set<Integer> unused = ConcurrentHashMap.newKeySet();

    Samples(Counters counters) {
        this.counters = counters;
    }

    /** A sample of a unit has come, of which this rank had no valid copy. A worker may have read it meanwhile. */
    void came(int unit) {
        counters.add(Counter.SAMPLED_COPIES, 1);
        unused.add(unit);
    }

    /** A worker uses a unit. */
    void used(int unit) {
        if (!unused.isEmpty() && unused.remove(unit)) {
            counters.add(Counter.SAMPLED_COPIES_READ, 1);
        }
    }

    /** A unit has gone: its object was freed. */
    void forget(int unit) {
        unused.remove(unit);
    }

    /** The copy of a unit has become stale. */
    void invalidated(int unit) {
        if (unused.remove(unit)) {
            counters.add(Counter.SAMPLED_COPIES_UNUSED, 1);
        }
    }
}
