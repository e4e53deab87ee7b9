package jdsm.coherence;

/**
 * A coherence protocol as a reducer: each call brings one unit's state from one step to the next and puts what follows
 * into the outbox. One thread calls it (the rank's service loop, or a simulator); it keeps nothing outside the states.
 *
 * @param <S> the protocol's state of a unit
 */
public interface CoherenceProtocol<S extends UnitState> {
    /** The name that configuration and command line use. */
    String name();

    /**
     * The state of a unit before its first use.
     *
     * @param owner the rank that owns it at first
     * @param replicated whether every rank starts with the same valid content; otherwise only the owner's is valid
     */
    S newState(int unit, int owner, boolean replicated);

    /** A worker needs a readable copy ({@link UnitState#readableBy} was false for it). */
    void onFault(S unit, Waiter waiter, Outbox out);

    /** A worker wants to hold the unit ({@link UnitState#tryHold} failed). */
    void onAcquire(S unit, Waiter waiter, Outbox out);

    /** A worker has let go of a unit for which somebody waits ({@link UnitState#release} was false). */
    void onRelease(S unit, Outbox out);

    /** A message about the unit has arrived. */
    void onMessage(S unit, int from, CoherenceMessage message, Outbox out);

    /** In one line, for a stall report: who has the unit and who waits for it, as far as this rank knows. */
    String describe(S unit);
}
