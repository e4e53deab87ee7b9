package jdsm.coherence;

import java.util.Optional;

/**
 * A coherence protocol as a reducer: each call brings one unit's state from one step to the next and puts what follows
 * into the outbox. One thread calls it (the rank's service loop, or a simulator); it keeps nothing outside the states.
 */
public interface CoherenceProtocol {
    /**
     * What a unit is at its beginning.
     *
     * @param owner the rank that owns it at first
     * @param replicated whether every rank starts with the same valid content; otherwise only the owner's is valid
     */
    record Initial(int unit, int owner, boolean replicated, Content content, Publication publication) {}

    /** The state of a unit before its first use. */
    UnitState newState(Initial initial);

    /** A worker needs a readable copy ({@link UnitState#readableBy} was false for it). */
    void onFault(UnitState unit, Waiter waiter, Outbox out);

    /** A worker needs a copy with everything that was released before now. */
    void onUpdate(UnitState unit, Waiter waiter, Outbox out);

    /** A worker wants to write in this interval, beside others perhaps ({@link UnitState#writableBy} was false for it). */
    void onWriteFault(UnitState unit, Waiter waiter, Outbox out);

    /** A worker wants to hold the unit ({@link UnitState#tryHold} failed). */
    void onAcquire(UnitState unit, Waiter waiter, Outbox out);

    /**
     * A worker that waits for something of the unit has come to hold it by itself meanwhile ({@link UnitState#heldBy} is true
     * for it), perhaps while its request was being looked at: it must not wait for its own release.
     */
    void onHeldMeanwhile(UnitState unit, Waiter waiter, Outbox out);

    /** A worker has let go of a unit for which somebody waits ({@link UnitState#release} was false). */
    void onRelease(UnitState unit, Outbox out);

    /** A release has come to a dirty unit: what was written since the last one is to be published. */
    void onPublish(UnitState unit, Outbox out);

    /** What {@link Outbox#published} began has ended. */
    void onPublished(UnitState unit, Outbox out);

    /** From the next check on workers shall ask again before they write, so that the unit need not stay dirty. */
    void onLower(UnitState unit, Outbox out);

    /** No worker can be writing the unit by an earlier check any more, and all is published: it is no longer dirty. */
    void onRetire(UnitState unit, Outbox out);

    /** A write notice: a copy of a lower version must not be read from now on. */
    void onNotice(UnitState unit, long version, Outbox out);

    /**
     * A right goes to another rank, which hears with it that the unit has changed: if the present copy is at hand here, it may
     * go along, as a COPY sent to that rank before this returns.
     */
    void onGranting(UnitState unit, int to, Outbox out);

    /**
     * All workers of this rank are at the barrier that {@link Outbox#expect} named for the unit, and what they have written is
     * being published. Harmless at other barriers, and for units that nobody named.
     */
    void onExpected(UnitState unit, Outbox out);

    /**
     * The barrier that {@link Outbox#foresee} named for the unit is passed, and workers here will read the unit, it seems. Harmless
     * at any time after what the barrier brought has been heard, and for units that nobody named.
     */
    void onForeseen(UnitState unit, Outbox out);

    /** A barrier is passed: every rank has the notices of what was published before it, or gets them before it goes on. */
    void onBarrier(UnitState unit, Outbox out);

    /** A message about the unit has arrived. */
    void onMessage(UnitState unit, int from, CoherenceMessage message, Outbox out);

    /** What {@link Outbox#fetch} began has come to nothing: the copy is no longer there, or is being written all the time. */
    void onMissed(UnitState unit, int request, Outbox out);

    /** How a unit that is owned here was used last; empty if it is not, or its protocol does not look. */
    Optional<Use> use(UnitState unit);

    /** In one line, for a stall report: who has the unit and who waits for it, as far as this rank knows. */
    String describe(UnitState unit);
}
