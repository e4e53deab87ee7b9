package jdsm.coherence.home;

/**
 * The request of this rank for a copy of a unit that another rank owns, and the periods of such requests. Made with the
 * first request, or when a worker first wants everything that was released.
 */
final class CopyRequest {
    /** The request under way. */
    enum Cause implements PartState {
        NONE("No request is under way, and the reply to an earlier one is ignored."),
        MISSED("A copy is under way because a worker missed it, or a reply lacked what a worker here needs."),
        FORESEEN("A copy is under way that no worker had missed when it was requested.");

        private final String meaning;

        Cause(String meaning) {
            this.meaning = meaning;
        }

        @Override
        public String meaning() {
            return meaning;
        }
    }

    static final Transition<Cause> MISS =
            Transition.of("a worker misses a copy, or a reply was too old", Cause.MISSED, Cause.NONE);
    static final Transition<Cause> FORESEE = Transition.of(
            "a barrier is passed behind which workers are expected to read the unit", Cause.FORESEEN, Cause.NONE);
    static final Transition<Cause> REPLY =
            Transition.of("READ_REPLY arrives with the request's number", Cause.NONE, Cause.MISSED, Cause.FORESEEN);
    static final Transition<Cause> CANCEL = Transition.of(
            "GRANT arrives, or the request has come back to this rank, which will own the unit",
            Cause.NONE,
            Cause.NONE,
            Cause.MISSED,
            Cause.FORESEEN);

    private Cause cause = Cause.NONE;
    /** The number of the last request, from 1. */
    private int number;
    /** Whether workers here want everything that was released, of which only the owner knows. */
    private boolean upToDate;
    /** When this rank requested copies; null where it requested none, and where requests cost no message. */
    private Misses reads;
    /** When this rank missed the unit; null where it has not written most of the unit beside its owner. */
    private Misses takes;

    Cause cause() {
        return cause;
    }

    boolean isUnderWay() {
        return cause != Cause.NONE;
    }

    /** Whether the request of that number is under way. */
    boolean isUnderWay(int itsNumber) {
        return isUnderWay() && itsNumber == number;
    }

    /** The number of the last request. */
    int number() {
        return number;
    }

    /** Whether workers here want everything that was released. */
    boolean isUpToDate() {
        return upToDate;
    }

    /** Notes that workers here want everything that was released, from now on. */
    void becomesUpToDate() {
        upToDate = true;
    }

    /** Begins a request for a copy that is missed. */
    void miss() {
        cause = MISS.take(cause);
        number++;
    }

    /** Begins a request for a copy that no worker has missed yet. */
    void foresee() {
        cause = FORESEE.take(cause);
        number++;
    }

    /**
     * Ends the request under way, whose reply has arrived.
     *
     * @return the cause of the request
     */
    Cause replied() {
        Cause was = cause;
        cause = REPLY.take(cause);
        return was;
    }

    /** Drops the request under way, if there is one: it will not be answered, or its answer does not matter. */
    void cancel() {
        cause = CANCEL.take(cause);
    }

    /** Notes the time of a request that costs a message, to find the period of such requests. */
    void note(int barriersPassed, Pace pace) {
        if (reads == null) {
            reads = new Misses(pace);
        }
        reads.wanted(barriersPassed);
    }

    /** Forgets when copies were requested: ownership is here, and earlier requests tell nothing any more. */
    void forgetPeriod() {
        reads = null;
    }

    /**
     * Begins to note when this rank misses the unit: it has written most of it, and so is likely to ask for ownership
     * then.
     */
    void noteTakes(Pace pace) {
        if (takes == null) {
            takes = new Misses(pace);
        }
    }

    /** When this rank missed a unit of which it writes most; null where it does not. */
    Misses takes() {
        return takes;
    }

    /** When copies were requested here; null where they cost no message. */
    Misses reads() {
        return reads;
    }
}
