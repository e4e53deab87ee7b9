package jdsm.pool;

import jdsm.coherence.Outbox.Event;
import jdsm.observe.Counters;

/** Which of a rank's counters counts an event of a protocol. */
final class EventCounters {
    private EventCounters() {}

    static Counters.Counter of(Event event) {
        return switch (event) {
            case FETCH -> Counters.Counter.FETCHES;
            case FETCH_AHEAD -> Counters.Counter.FETCHES_AHEAD;
            case OWNERSHIP_MOVE -> Counters.Counter.OWNERSHIP_MOVES;
            case OWNERSHIP_AHEAD -> Counters.Counter.OWNERSHIP_MOVES_AHEAD;
            case LOCK_MOVE -> Counters.Counter.LOCK_MOVES;
            case INVALIDATION -> Counters.Counter.INVALIDATIONS;
            case FORWARD -> Counters.Counter.FORWARDS;
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
