package jdsm.comm.pulse;

/** What carries signs of life to some peers, and theirs to here. Called by one thread, but for what says otherwise. */
public interface Medium {
    /** The peers, in ascending order; the same each time. */
    int[] peers();

    /** Gives a sign of life to all of them. Never blocks. */
    void beat();

    /** Whether a peer has given one since the last call. Never blocks. */
    boolean heard(int peer);

    /** How many times the bound on silence a peer may use, because its signs of life may be late by themselves: 1 or more. */
    default int allowance(int peer) {
        return 1;
    }

    /** Because of the loss of which rank a peer says that it ends; -1: it says no such thing. Any thread. */
    default int lost(int peer) {
        return -1;
    }

    /** Where a peer is, for messages. */
    String host(int peer);
}
