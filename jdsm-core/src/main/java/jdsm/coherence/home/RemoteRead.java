package jdsm.coherence.home;

import jdsm.coherence.CoherenceMessage.Room;

/**
 * A copy that another rank is to get.
 *
 * @param rank the rank that gets it
 * @param request the number of its request; 0: it has not asked
 * @param has the version of the copy that it has, or -1
 * @param eager whether it wants everything that was released
 * @param room the copies of other units that it would like with this one
 */
record RemoteRead(int rank, int request, long has, boolean eager, Room room) {
    static RemoteRead unasked(int rank) {
        return new RemoteRead(rank, 0, -1, false, Room.NONE);
    }

    boolean isAsked() {
        return request != 0;
    }
}
