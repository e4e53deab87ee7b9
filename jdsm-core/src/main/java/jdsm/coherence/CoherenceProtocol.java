package jdsm.coherence;

import java.util.Optional;

/**
 * A coherence protocol as a reducer. Each call takes the state of one unit and one event, changes the state, and puts
 * the effects of the event into the outbox. A protocol keeps no data outside the states. One thread calls it: the
 * rank's service loop, or a simulator. No method blocks.
 */
public interface CoherenceProtocol {
    /**
     * The properties of a unit when the unit comes into being.
     *
     * @param owner the rank that owns the unit at first
     * @param replicated whether every rank starts with the same valid content; otherwise only the owner's content is
     *     valid
     * @param publication how the other ranks hear of releases
     */
    record Initial(int unit, int owner, boolean replicated, Content content, Publication publication) {}

    /** Makes the state of a unit before its first use. */
    UnitState newState(Initial initial);

    /**
     * Handles a worker's read fault: the worker needs a readable copy, and {@link UnitState#readableBy} was false for
     * it.
     */
    void onFault(UnitState unit, Waiter waiter, Outbox out);

    /** Handles a worker's update: the worker needs a copy with all content released before now. */
    void onUpdate(UnitState unit, Waiter waiter, Outbox out);

    /**
     * Handles a worker's volatile read: the worker needs a copy as for {@link #onUpdate}, and this rank has to acquire
     * the writes that were released before the copy's content was. {@link UnitState#sharesVolatileReads} is true.
     */
    void onVolatileRead(UnitState unit, Waiter waiter, Outbox out);

    /**
     * Handles a worker's write fault: the worker wants to write the unit in this interval, and
     * {@link UnitState#writableBy} was false for it. Other ranks may write the unit in the same interval.
     */
    void onWriteFault(UnitState unit, Waiter waiter, Outbox out);

    /** Handles a worker's request to hold the unit exclusively: {@link UnitState#tryHold} has failed. */
    void onAcquire(UnitState unit, Waiter waiter, Outbox out);

    /**
     * Ends the wait of a worker that meanwhile holds the unit ({@link UnitState#heldBy} is true for it). The worker may
     * have got the hold by another call, while the service loop handled its request. Such a worker must not wait for
     * its own release.
     */
    void onHeldMeanwhile(UnitState unit, Waiter waiter, Outbox out);

    /** Handles the release of a hold for which another worker or rank waits ({@link UnitState#release} was false). */
    void onRelease(UnitState unit, Outbox out);

    /**
     * Publishes the writes of this rank to a dirty unit since their last publication. A release calls this for each
     * dirty unit.
     */
    void onPublish(UnitState unit, Outbox out);

    /** Resumes after a publication that {@link Outbox#published} has begun and that is complete now. */
    void onPublished(UnitState unit, Outbox out);

    /** Lowers the write right, so that each worker's next check fails and the unit can become clean. */
    void onLower(UnitState unit, Outbox out);

    /**
     * Makes a dirty unit clean. The caller guarantees that all writes are published, and that no worker can still write
     * the unit by a check made before {@link #onLower}.
     */
    void onRetire(UnitState unit, Outbox out);

    /** Handles a write notice: a copy of a version lower than {@code version} must not be read from now on. */
    void onNotice(UnitState unit, long version, Outbox out);

    /**
     * Lets a current copy of the unit travel with a grant. The grant, of another unit, goes to rank {@code to} and
     * carries a write notice of this unit. If this rank has the current copy, the protocol may send it to that rank as
     * a COPY before this method returns, whole if it {@link Outbox#mayTravelAlong}.
     */
    void onGranting(UnitState unit, int to, Outbox out);

    /**
     * Lets a current copy of the unit travel with the reply about another unit, which rank {@code to} has requested.
     * The rank is likely to read this unit next. If this rank owns the unit, and the other has no current copy, the
     * protocol may send it the unit as a COPY before this method returns.
     */
    void onReplying(UnitState unit, int to, Outbox out);

    /**
     * Handles the entry of the barrier that {@link Outbox#expect} named for the unit. All workers of this rank have
     * entered it, and the rank is publishing their writes. The call has no effect at other barriers, or for a unit
     * without such a barrier.
     */
    void onExpected(UnitState unit, Outbox out);

    /**
     * Prefetches the unit after the barrier that {@link Outbox#foresee} named for it; workers of this rank are expected
     * to read the unit next. The rank must have handled the write notices of the barrier. The call has no effect for a
     * unit without such a barrier.
     */
    void onForeseen(UnitState unit, Outbox out);

    /**
     * Requests a copy that workers of this rank are likely to read soon, unless there is a valid one or a request is under way. The
     * call may come at any time; the protocol may do nothing.
     */
    void onPrefetch(UnitState unit, Outbox out);

    /**
     * Handles a passed barrier for a unit with a new version: every rank has the write notices of all that was
     * published before the barrier, or gets them before its workers go on, or with the next right that one of its
     * threads acquires. What ranks have published while they were in the barrier, the next one tells.
     */
    void onBarrier(UnitState unit, Outbox out);

    /** Handles a message of rank {@code from} about the unit. */
    void onMessage(UnitState unit, int from, CoherenceMessage message, Outbox out);

    /**
     * Handles the failure of a one-sided read that {@link Outbox#fetch} has begun: the owner has removed the copy, or
     * has changed it during each attempt to read it.
     */
    void onMissed(UnitState unit, int request, Outbox out);

    /**
     * The latest use of a unit that this rank owns; empty if another rank owns it, or its publication records no uses.
     */
    Optional<Use> use(UnitState unit);

    /**
     * Whether nothing is under way on this rank that concerns the unit: no request, round, release or wait. Then this
     * rank sends no message about the unit before a worker of the job or a message of another rank gives a reason.
     */
    boolean isQuiet(UnitState unit);

    /** Whether this rank has the authoritative copy. */
    boolean isOwner(UnitState unit);

    /** Whether the authoritative copy may be on its way to this rank, so that perhaps no rank has it now. */
    boolean mayBeComing(UnitState unit);

    /** Whether a copy, or the authoritative copy, was requested and has not come. */
    boolean isAsking(UnitState unit);

    /** Describes in one line, for a stall report, the owner of the unit and the waiters that this rank knows. */
    String describe(UnitState unit);
}
