package jdsm.comm.pulse;

/** Carries signs of life between this rank and some peers. Called by one thread, unless a method says otherwise. */
public interface Medium {
    /** Returns the peers, in ascending order; the same each time. */
    int[] peers();

    /** Sends a sign of life to all peers. Never blocks. */
    void beat();

    /** Returns whether a peer has given a sign of life since the last call. Never blocks. */
    boolean heard(int peer);

    /**
     * Returns the number of silence limits for which a peer may be silent: more than 1 if the medium may delay signs of
     * life.
     */
    default int allowance(int peer) {
        return 1;
    }

    /** Returns the rank whose loss a peer has given as the reason of its own end; -1: none. Any thread. */
    default int lost(int peer) {
        return -1;
    }

    /** Returns the place of a peer, for messages. */
    String host(int peer);
}
