package jdsm.coherence;

/** What a protocol may cause. All of it is called, and acts at once, on the service loop. */
public interface Outbox {
    /**
     * Sends a message to another rank; FIFO for each pair of ranks. Where the message has content, the unit's content as it
     * is now is taken along before this returns.
     */
    void send(int to, CoherenceMessage message);

    /** Puts the content of the message that is being handled into the unit's local copy. */
    void install(int unit);

    /** Ends a wait: the copy can be read, or the waiter's worker holds the unit now. */
    void complete(Waiter waiter);

    /**
     * Ends a wait to hold a unit that the waiter's worker had come to hold meanwhile: it shall try once more by itself, for
     * only a holder may count how often it holds.
     */
    void again(Waiter waiter);

    /** Counts something that happened. */
    void count(Event event);

    /** What is counted. */
    enum Event {
        /** A copy was asked for because there was no valid one here. */
        FETCH,
        /** Ownership arrived here from another rank. */
        OWNERSHIP_MOVE,
        /** A valid copy here was invalidated. */
        INVALIDATION,
        /** A request was passed on to a rank nearer to the owner. */
        FORWARD,
        /** A reply came for a copy that had been invalidated meanwhile. */
        STALE_REPLY
    }
}
