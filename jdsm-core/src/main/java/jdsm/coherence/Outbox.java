package jdsm.coherence;

/** What a protocol may cause. All of it is called, and acts at once, on the service loop. */
public interface Outbox {
    /**
     * Sends a message to another rank; FIFO for each pair of ranks. Where the message has content, the unit's content as it
     * is now is taken along before this returns.
     */
    void send(int to, CoherenceMessage message);

    /**
     * As {@link #send}, with the write notices that a rank which has heard of {@code time} has not; and if somebody is to hold
     * the unit, with what {@link CoherenceProtocol#onGranting} has to say to some of the units that they name. Where there is a twin,
     * that is the content to take along: what was stored since is still to be sent, and must be missing there till then.
     */
    void grant(int to, CoherenceMessage message, int[] time);

    /**
     * Puts the content of the message that is being handled into the unit's local copy. Where there is a twin, only what
     * changed against it is stored, for workers may have written the rest; and it becomes part of the twin.
     *
     * @param own what this rank has sent and its owner may not have had yet, so that it is not undone; or null
     */
    void install(int unit, Diff own);

    /** Stores a diff in the local copy, and in the twin if there is one. */
    void apply(int unit, Diff diff);

    /** Whether another rank can fetch units from here without this rank's help, and this one from there without that one's. */
    boolean canExport(int to);

    /**
     * Puts the local copy's content, as it is now, where others fetch it, in place of what is there; a READ_REPLY with
     * {@link CoherenceMessage#LOCATED} tells its receiver where. Only of units with elements, and
     * only to ranks for which {@link #canExport}.
     *
     * @return false if there is no room: then nothing is there any more, and who knows of the place finds it gone
     */
    boolean export(int unit, long version);

    /** Whether somebody has fetched what was exported last. A hint: nothing may depend on it but cost. */
    boolean wasFetched(int unit);

    /** Takes away what others fetch, but for the place, of which they know: they look there again. */
    void suspend(int unit);

    /** Takes away what others fetch. */
    void revoke(int unit);

    /** How many barriers all workers of this rank have entered; at most one more than they have passed. */
    int barriersEntered();

    /** How many barriers this rank has passed. */
    int barriersPassed();

    /** {@link CoherenceProtocol#onExpected} shall be called for the unit at the barrier of that number, which is yet to come. */
    void expect(UnitState unit, int barrier);

    /** {@link CoherenceProtocol#onForeseen} shall be called for the unit when the barrier of that number is passed, which it is not yet. */
    void foresee(UnitState unit, int barrier);

    /**
     * Begins to fetch a copy from where another rank has put it. It ends as a READ_REPLY of that rank with this request's
     * number, or with {@link CoherenceProtocol#onMissed}; never before this has returned.
     *
     * @return false if no rank has told where
     */
    boolean fetch(int unit, int request);

    /** Makes the local copy's content, as it is now, the unit's twin. */
    void takeTwin(int unit);

    void dropTwin(int unit);

    boolean hasTwin(int unit);

    /**
     * Takes a snapshot of the local copy and compares it with the twin; the snapshot becomes the twin.
     *
     * @return what differs, or null if nothing does
     */
    Diff diff(int unit);

    /** Ends a wait: the copy can be read, or written, or the waiter's worker holds the unit now. */
    void complete(Waiter waiter);

    /**
     * Ends a wait to hold a unit that the waiter's worker had come to hold meanwhile: it shall try once more by itself, for
     * only a holder may count how often it holds.
     */
    void again(Waiter waiter);

    /** The unit has come to be dirty: each release of this rank publishes it, until it is retired. */
    void dirty(UnitState unit);

    /** Something that a release which has not ended yet must wait for begins; the answer is its number. */
    int begin();

    /** What {@link #begin} began has ended. */
    void done(int number);

    /** What this rank has written is part of the unit's content from this version on: who acquires from here must hear. */
    void notice(int unit, long version);

    /** The version of a unit that is owned here has changed: {@link CoherenceProtocol#onBarrier} shall be called for it. */
    void changed(UnitState unit);

    /**
     * Whether everything that this rank has written is published, so that a right may be granted away. If not, that begins,
     * and {@link CoherenceProtocol#onPublished} follows.
     */
    boolean published(UnitState unit);

    /** The last interval of each rank that this one has heard of. */
    int[] time();

    /** Counts something that happened. */
    void count(Event event);

    /** What is counted. */
    enum Event {
        /** A copy was asked for because there was no valid one here. */
        FETCH,
        /** One of these, before any worker missed it. */
        FETCH_AHEAD,
        /** Ownership arrived here from another rank. */
        OWNERSHIP_MOVE,
        /** As that, of a lock. */
        LOCK_MOVE,
        /** A valid copy here was invalidated. */
        INVALIDATION,
        /** A request was passed on to a rank nearer to the owner. */
        FORWARD,
        /** A reply came for a copy that had been invalidated meanwhile. */
        STALE_REPLY,
        /** What was written here was sent to the owner. */
        DIFF,
        /** Content was put where others fetch it. */
        EXPORT,
        /** A copy was fetched without its owner's help. */
        ONE_SIDED_FETCH,
        /** A twin was taken. */
        TWIN,
        /** What another rank had written came unasked, and was of use. */
        PUSH,
        /** A present copy came with a lock, in place of a stale one. */
        COPY_WITH_LOCK
    }
}
