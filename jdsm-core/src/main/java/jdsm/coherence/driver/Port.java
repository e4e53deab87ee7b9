package jdsm.coherence.driver;

import java.util.List;
import jdsm.coherence.CoherenceMessage;
import jdsm.coherence.Diff;
import jdsm.coherence.Interval;
import jdsm.coherence.Outbox;
import jdsm.coherence.UnitState;
import jdsm.coherence.Waiter;

/**
 * A rank as the {@link CoherenceDriver} sees it: where contents are stored, messages leave and workers wait. A job and the
 * simulator implement it; the driver calls it on the thread that calls the driver.
 */
public interface Port {
    // Units.

    /** The state of a unit or lock; null for a unit that this rank has not heard of. */
    UnitState find(int unit);

    /** The most bytes that the unit's content takes in a message. */
    int contentBytes(int unit);

    /** Whether a copy of the unit may travel with a grant: it has elements, of at most so many bytes in all. */
    boolean mayTravelAlong(int unit, int mostBytes);

    // Messages.

    /**
     * Sends a message; FIFO for each pair of ranks. Where the message has content, takes the unit's published content along: the
     * twin if there is one, else the local copy.
     *
     * @param intervals write notices for the receiver
     * @param copies copies of other units for the receiver
     */
    void post(int to, CoherenceMessage message, List<Interval> intervals, List<PackedCopy> copies);

    /** Encodes a COPY with the unit's published content as it is now. */
    PackedCopy pack(CoherenceMessage copy);

    /** Stores what came with a message beside content, notices and copies: descriptions of new objects, and a unit's location. */
    void learn(Arrival arrival);

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
     * Begins a one-sided read. It ends with {@link CoherenceDriver#onMessage} of a READ_REPLY or with {@link CoherenceDriver#onMissed};
     * never before this method has returned.
     *
     * @return false if this rank knows no location of the unit
     */
    boolean fetch(int unit, int request);

    // Workers, counters.

    /** Ends a worker's wait: its right is there. */
    void complete(Waiter waiter);

    /** Ends a worker's wait: the worker tries once more by itself. */
    void again(Waiter waiter);

    void count(Outbox.Event event);
}
