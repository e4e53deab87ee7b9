package jdsm.pool;

import jdsm.coherence.Outbox.Event;
import jdsm.directory.SharedEntry;
import jdsm.observe.Counters;
import jdsm.runtime.Woven;

/** The counters of a protocol's events. */
final class EventCounters {
    private EventCounters() {}

    /**
     * Adds one to the counter of an event of an object, and to that of its class or array if the job counts by class.
     *
     * @param entry the object's entry; null if this rank does not know the object
     */
    static void add(Counters counters, Event event, SharedEntry entry) {
        Counters.Counter counter = of(event);
        counters.add(counter, 1);
        if (!counters.byClass() || entry == null) {
            return;
        }
        if (entry.isArray()) {
            counters.add(counter, entry.number(), entry::arrayName, entry.units());
        } else if (Woven.class.isAssignableFrom(entry.type())) {
            counters.add(counter, entry.type());
        }
    }

    static Counters.Counter of(Event event) {
        return switch (event) {
            case FETCH -> Counters.Counter.FETCHES;
            case FETCH_AHEAD -> Counters.Counter.FETCHES_AHEAD;
            case OWNERSHIP_MOVE -> Counters.Counter.OWNERSHIP_MOVES;
            case OWNERSHIP_AHEAD -> Counters.Counter.OWNERSHIP_MOVES_AHEAD;
            case LOCK_MOVE -> Counters.Counter.LOCK_MOVES;
            case INVALIDATION -> Counters.Counter.INVALIDATIONS;
            case FORWARD -> Counters.Counter.FORWARDS;
            case CHANGES -> Counters.Counter.CHANGES_FETCHED;
            case STALE_REPLY -> Counters.Counter.STALE_REPLIES;
            case DIFF -> Counters.Counter.DIFFS;
            case TWIN -> Counters.Counter.TWINS;
            case PUSH -> Counters.Counter.PUSHES;
            case COPY_WITH_LOCK -> Counters.Counter.COPIES_WITH_LOCKS;
            case COPY_WITH_REPLY -> Counters.Counter.COPIES_WITH_REPLIES;
            case EXPORT -> Counters.Counter.EXPORTS;
            case ONE_SIDED_FETCH -> Counters.Counter.ONE_SIDED_FETCHES;
        };
    }
}
