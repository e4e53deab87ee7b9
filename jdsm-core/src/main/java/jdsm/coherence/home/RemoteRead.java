package jdsm.coherence.home;

import jdsm.coherence.CoherenceMessage;
import jdsm.coherence.CoherenceMessage.Room;

/**
 * A copy that another rank is to get.
 *
 * @param rank the rank that gets it
 * @param request the number of its request; 0: it has not asked
 * @param has the version of the copy that it has, or -1
 * @param stale whether that copy is stale
 * @param eager whether it wants everything that was released
 * @param time for a rank that acquires what was released, the last interval of each rank of which it has heard; for
 *     another rank null
 * @param room the copies of other units that it would like with this one
 */
record RemoteRead(int rank, int request, long has, boolean stale, boolean eager, int[] time, Room room) {
    static RemoteRead unasked(int rank) {
        return along(rank, -1);
    }

    /**
     * A copy for a rank that has not asked, in whose place it may get changes.
     *
     * @param has the version of the stale copy that the rank is likely to have, or -1
     */
    static RemoteRead along(int rank, long has) {
        return new RemoteRead(rank, 0, has, has >= 0, false, null, Room.NONE);
    }

    /** The read that a READ_REQUEST asks for. */
    static RemoteRead of(CoherenceMessage message) {
        return new RemoteRead(
                message.rank(),
                message.request(),
                message.version(),
                message.has(CoherenceMessage.CHANGES),
                message.has(CoherenceMessage.EAGER),
                message.has(CoherenceMessage.ACQUIRE) ? message.time() : null,
                message.room());
    }

    boolean acquires() {
        return time != null;
    }

    boolean isAsked() {
        return request != 0;
    }
}
