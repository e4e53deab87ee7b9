package jdsm.coherence;

import java.util.List;

/**
 * The effects that a protocol can have on its rank. The service loop calls each method, and each takes effect at once.
 */
public interface Outbox {
    /**
     * Sends a message to another rank; messages between two ranks arrive in the order in which they are sent. If the
     * message has content, the unit's present content is copied before this method returns.
     */
    void send(int to, CoherenceMessage message);

    /**
     * Sends a GRANT, or a READ_REPLY to a rank that acquires, like {@link #send}, with the write notices that a rank with
     * vector time {@code time} lacks. Unless the grant is HOME_ONLY, calls {@link CoherenceProtocol#onGranting} for some of the units in the
     * notices, so that copies of them travel along. The content of a unit with a twin is the twin's: later writes are
     * not published yet, and a copy must not contain them before their diff.
     *
     * @param room the copies that the receiver would like
     */
    void grant(int to, CoherenceMessage message, int[] time, CoherenceMessage.Room room);

    /**
     * Sends a READ_REPLY like {@link #send}. If it has content, calls {@link CoherenceProtocol#onReplying} for units
     * that the receiver is likely to read next, so that copies of them travel along.
     *
     * @param room the copies that the receiver would like
     */
    void reply(int to, CoherenceMessage message, CoherenceMessage.Room room);

    /** Whether the unit's content can travel: all that it refers to can be shared. */
    boolean canTravel(int unit);

    /** Whether the unit's whole content is short enough to travel with the grant that is being made. */
    boolean mayTravelAlong(int unit);

    /**
     * Whether a copy of the unit may travel with the grant that is being made though the receiver has not asked for one: the unit is
     * small, and the receiver reads many of the copies that come so.
     */
    boolean hasRoomAlong(int unit);

    /**
     * Whether the unit is so short that its twin and a diff cost less than a wait for another rank, and likely to be written in part only: it has fields
     * of objects.
     */
    boolean isShort(int unit);

    /** The copies of other units that this rank would like to get with the reply about a unit. */
    CoherenceMessage.Room room(int unit);

    /** The copies of stale units that this rank would like to get with the exclusive hold of a unit. */
    CoherenceMessage.Room roomWithHold(int unit);

    /**
     * Stores the content of the message that is being handled in the unit's local copy. If there is a twin, stores only
     * the elements that differ from the twin, because workers may have written the others, and updates the twin with
     * the content.
     *
     * @param own a diff of this rank that the sender may not have applied yet, so that the content does not undo it; or
     *     null
     */
    void install(int unit, Diff own);

    /** Stores a diff in the local copy, and in the twin if there is one. */
    void apply(int unit, Diff diff);

    /** Whether this rank and rank {@code to} can each fetch units one-sidedly from the other's memory. */
    boolean canExport(int to);

    /**
     * Exports the present content of the local copy for one-sided reads, in place of an earlier export. A READ_REPLY
     * with {@link CoherenceMessage#LOCATED} tells its receiver the place. Allowed for units with elements only, and
     * useful for ranks for which {@link #canExport} is true.
     *
     * @return false if there is no room: then the unit has no export any more, and a rank that knows the place of an
     *     earlier one finds it gone
     */
    boolean export(int unit, long version);

    /** Whether a rank has read the last export, as far as this rank knows. A hint that may affect the cost only. */
    boolean wasFetched(int unit);

    /** Empties the unit's export but keeps its place; ranks that know the place will read there again. */
    void suspend(int unit);

    /** Removes the unit's export and its place. */
    void revoke(int unit);

    /**
     * The number of barriers that all workers of this rank have entered; at most one more than {@link #barriersPassed}.
     */
    int barriersEntered();

    /** The number of barriers that this rank has passed. */
    int barriersPassed();

    /**
     * The number of barriers for which this rank has published its dirty units. The release for the next one waits for
     * all steps that have begun by now, so their write notices travel with that barrier at the latest.
     */
    int barriersPublished();

    /** Schedules {@link CoherenceProtocol#onExpected} for the unit at the entry of a barrier, which must lie ahead. */
    void expect(UnitState unit, int barrier);

    /**
     * Schedules {@link CoherenceProtocol#onForeseen} for the unit when the rank passes a barrier, which must lie ahead.
     */
    void foresee(UnitState unit, int barrier);

    /**
     * Begins a one-sided read of the unit from another rank's memory. The read ends with a READ_REPLY of that rank with
     * this request number, or with {@link CoherenceProtocol#onMissed}; never before this method has returned.
     *
     * @return false if this rank knows no export of the unit
     */
    boolean fetch(int unit, int request);

    /** Makes a copy of the local copy's present content the unit's twin. */
    void takeTwin(int unit);

    /** Drops the unit's twin if there is one. */
    void dropTwin(int unit);

    /** Whether the unit has a twin. */
    boolean hasTwin(int unit);

    /**
     * Compares a snapshot of the local copy with the twin; the snapshot becomes the twin.
     *
     * @return the difference, or null if there is none
     */
    Diff diff(int unit);

    /**
     * The greatest length of changes that are worth being sent in place of the unit's content, in bytes; 0 where none are.
     */
    int mostChanges(int unit);

    /**
     * The changes of several diffs of a unit as one.
     *
     * @param diffs in the order in which they were applied; at least one
     */
    Diff changes(int unit, List<Diff> diffs);

    /** Ends a wait: the unit's copy is readable or writable now, or the waiter's worker holds the unit. */
    void complete(Waiter waiter);

    /**
     * Ends a wait to hold a unit, and makes the waiter's worker try once more by itself. The worker has come to hold
     * the unit meanwhile, and only the holder may change the number of its holds.
     */
    void again(Waiter waiter);

    /**
     * Whether a thread that the program has started, and that does not wait at barriers, may be between a check before
     * this call and the store after it.
     */
    boolean threadsMayStore();

    /** Adds the unit to the rank's dirty units: each release publishes it, until it is retired. */
    void dirty(UnitState unit);

    /**
     * Begins a step, for which each release that begins later, or is publishing its dirty units now, has to wait.
     *
     * @return the step's number
     */
    int begin();

    /** Ends the step with that number, which {@link #begin} has returned. */
    void done(int number);

    /** Adds a write notice to this rank's next interval: the unit contains writes of this rank from this version on. */
    void notice(int unit, long version);

    /**
     * Records a new version of a unit that this rank owns; {@link CoherenceProtocol#onBarrier} follows at the next
     * barrier.
     */
    void changed(UnitState unit);

    /**
     * Whether all writes of this rank are published, so that it may grant a right to another rank. If they are not,
     * their publication begins, and {@link CoherenceProtocol#onPublished} follows for the unit.
     */
    boolean published(UnitState unit);

    /**
     * For each rank, the number of its last interval that this rank knows; empty where the job uses no write notices.
     */
    int[] time();

    /** Adds one to the counter of an event. */
    void count(Event event);

    /** Adds one to the counter of an event of a unit. */
    default void count(Event event, int unit) {
        count(event);
    }

    /** The events that a rank counts. */
    enum Event {
        /** This rank requested a copy, because it had no valid one. */
        FETCH,
        /** A FETCH before any worker needed the copy. */
        FETCH_AHEAD,
        /** This rank received the ownership of a unit that is no lock. */
        OWNERSHIP_MOVE,
        /** This rank requested ownership before any worker needed it. */
        OWNERSHIP_AHEAD,
        /** This rank received the ownership of a lock. */
        LOCK_MOVE,
        /** A valid copy of this rank was invalidated. */
        INVALIDATION,
        /** This rank forwarded a request towards the owner. */
        FORWARD,
        /** A reply, or a copy with a lock, brought the changes since this rank's stale copy, and not the content. */
        CHANGES,
        /** A reply brought a copy that had been invalidated meanwhile. */
        STALE_REPLY,
        /** This rank sent a diff to the owner. */
        DIFF,
        /** This rank exported a unit's content for one-sided reads. */
        EXPORT,
        /** This rank fetched a copy by a one-sided read. */
        ONE_SIDED_FETCH,
        /** This rank took a twin. */
        TWIN,
        /** A pushed diff brought a copy of this rank up to date. */
        PUSH,
        /** A copy that came with a lock replaced a stale copy of this rank. */
        COPY_WITH_LOCK,
        /** A copy that came with the reply about another unit made this rank's copy valid. */
        COPY_WITH_REPLY
    }
}
