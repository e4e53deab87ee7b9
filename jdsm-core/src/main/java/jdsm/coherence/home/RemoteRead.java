package jdsm.coherence.home;

/**
 * A copy that another rank is to get.
 *
 * @param rank the rank that gets it
 * @param request the number of its request; 0: it has not asked
 * @param has the version of the copy that it has, or -1
 * @param eager whether it wants everything that was released
 */
record RemoteRead(int rank, int request, long has, boolean eager) {
    static RemoteRead unasked(int rank) {
        return new RemoteRead(rank, 0, -1, false);
    }

    boolean isAsked() {
        return request != 0;
    }
}
