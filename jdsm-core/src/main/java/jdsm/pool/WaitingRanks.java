package jdsm.pool;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import jdsm.coherence.CoherenceMessage;
import jdsm.coherence.RankSet;
import jdsm.directory.Directory;

/**
 * The ranks that may have workers in {@code Object.wait}, for each lock that this rank owns. The set travels with the
 * lock. The holder of the lock changes it, and otherwise the service loop while no worker holds the lock; so a worker
 * that notifies finds every rank whose worker has begun to wait before.
 */
final class WaitingRanks {
    private final Directory directory;
    private final Map<Integer, RankSet> sets = new ConcurrentHashMap<>();

    WaitingRanks(Directory directory) {
        this.directory = directory;
    }

    /** Adds a rank. By the holder of the lock. */
    void add(int lock, int rank) {
        sets.computeIfAbsent(lock, same -> new RankSet()).add(rank);
    }

    /** Removes and returns the set. By the holder of the lock. */
    RankSet take(int lock) {
        RankSet set = sets.remove(lock);
        return set == null ? new RankSet() : set;
    }

    /** Whether a rank waits. By the service loop while no worker runs. */
    boolean hasAny(int lock) {
        return !sets.isEmpty() && sets.containsKey(lock);
    }

    /** Returns the message to send in place of a message. The GRANT of a lock takes the set along as its sharers. */
    CoherenceMessage load(CoherenceMessage message) {
        return isOfLock(message) ? message.withSharers(take(message.unit())) : message;
    }

    /** Undoes {@link #load} for a message that has arrived. A lock itself has no sharers. */
    CoherenceMessage unload(CoherenceMessage message) {
        if (!isOfLock(message)) {
            return message;
        }
        if (!message.sharers().isEmpty()) {
            sets.put(message.unit(), message.sharers());
        }
        return message.withSharers(new RankSet());
    }

    private boolean isOfLock(CoherenceMessage message) {
        return message.type() == CoherenceMessage.Type.GRANT && directory.isLock(message.unit());
    }
}
