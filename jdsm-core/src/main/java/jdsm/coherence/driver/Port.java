package jdsm.coherence.driver;

import java.util.List;
import java.util.function.IntConsumer;
import jdsm.coherence.CoherenceMessage;
import jdsm.coherence.Diff;
import jdsm.coherence.Interval;
import jdsm.coherence.Outbox;
import jdsm.coherence.UnitState;
import jdsm.coherence.Waiter;

/**
 * The {@link CoherenceDriver}'s interface to its rank: stores contents, sends messages and ends waits of workers. A job
 * and the simulator implement it. The driver calls it on the thread that calls the driver.
 */
public interface Port {
    // Units.

    /** The state of a unit or lock, which is made for a lock that has none; null for a unit that this rank does not know. */
    UnitState find(int unit);

    /** The state of a unit or lock, if it has one already, else null. */
    UnitState present(int unit);

    /** The greatest length of the unit's content in a message, in bytes. */
    int contentBytes(int unit);

    /** Whether the unit has elements of an array, of which a worker often writes all that nobody has written. */
    boolean isOfArray(int unit);

    /**
     * Whether a copy of the unit may travel with a grant: the unit has elements, of at most {@code mostBytes} bytes in
     * all.
     */
    boolean mayTravelAlong(int unit, int mostBytes);

    // Messages.

    /**
     * Sends a message; messages between two ranks arrive in the order in which they are sent. A message with content
     * gets the unit's published content: the twin's if there is one, else the local copy's.
     *
     * @param intervals the write notices for the receiver
     * @param copies the copies of other units for the receiver
     */
    void post(int to, CoherenceMessage message, List<Interval> intervals, List<PackedCopy> copies);

    /**
     * Sends a READ_REPLY with content or changes, like the other method, with copies of other units.
     *
     * @param room the copies that the receiver would like
     * @param offer to be called with units that the receiver is likely to read next; a call adds a copy by {@link #load},
     *     or none
     */
    void post(int to, CoherenceMessage reply, CoherenceMessage.Room room, IntConsumer offer);

    /** Adds a COPY with the unit's present published content to the reply that is being sent. */
    void load(CoherenceMessage copy);

    /** See {@link Outbox#canTravel}. */
    boolean canTravel(int unit);

    /** See {@link Outbox#room}. */
    CoherenceMessage.Room room(int unit);

    /** See {@link Outbox#roomWithHold}. */
    CoherenceMessage.Room roomWithHold(int unit);

    /**
     * All workers of this rank have entered a barrier, and access no unit until it is passed.
     *
     * @return whether {@link #shareAhead} should be called with the dirty units, and {@link #sharedAhead} then
     */
    boolean intervalEnds();

    /** Has new objects become shared to which a dirty unit leads, if other ranks are likely to read them. */
    void shareAhead(int unit);

    /** Ends the calls of {@link #shareAhead} at a barrier, if {@link #intervalEnds} has asked for them. */
    void sharedAhead();

    /** Encodes a COPY with the unit's present published content, or with changes in its place, that a rank may be sent. */
    PackedCopy pack(int to, CoherenceMessage copy);

    /** Stores the descriptions of new objects, and the unit's location, that came with a message. */
    void learn(Arrival arrival);

    /**
     * The unit that workers are likely to miss next, as the sender of a reply says; null if there is none, or if it is too
     * early to request it.
     */
    UnitState next(Arrival reply);

    // Contents.

    /** See {@link Outbox#install}. */
    void install(Arrival arrival, Diff own);

    /** See {@link Outbox#apply}. */
    void apply(Arrival arrival, int unit, Diff diff);

    /** See {@link Outbox#takeTwin}. */
    void takeTwin(int unit);

    /** Drops the unit's twin if there is one. */
    void dropTwin(int unit);

    /** Whether the unit has a twin here. */
    boolean hasTwin(int unit);

    /** See {@link Outbox#diff}. */
    Diff diff(int unit);

    /** See {@link Outbox#mostChanges}. */
    int mostChanges(int unit);

    /** See {@link Outbox#changes}. */
    Diff changes(int unit, List<Diff> diffs);

    // One-sided reads.

    /** See {@link Outbox#canExport}. */
    boolean canExport(int to);

    /** See {@link Outbox#export}. */
    boolean export(int unit, long version);

    /** See {@link Outbox#wasFetched}. */
    boolean wasFetched(int unit);

    /** See {@link Outbox#suspend}. */
    void suspend(int unit);

    /** See {@link Outbox#revoke}. */
    void revoke(int unit);

    /**
     * Begins a one-sided read. The read ends with a call of {@link CoherenceDriver#onMessage} for a READ_REPLY, or of
     * {@link CoherenceDriver#onMissed}; never before this method has returned.
     *
     * @return false if this rank knows no location of the unit
     */
    boolean fetch(int unit, int request);

    // Workers, counters.

    /** Ends a worker's wait: the worker has its right. */
    void complete(Waiter waiter);

    /** Ends a worker's wait: the worker has to try once more. */
    void again(Waiter waiter);

    /** Adds one to the counter of an event. */
    void count(Outbox.Event event);

    /** Adds one to the counter of an event of a unit. */
    default void count(Outbox.Event event, int unit) {
        count(event);
    }
}
