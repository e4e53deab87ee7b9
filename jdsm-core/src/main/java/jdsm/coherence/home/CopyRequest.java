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
    /** Workers here want everything that was released, of which only the owner knows. */
    private boolean upToDate;
    /** Null where no copy was requested, and where requests cost no message. */
    private Misses reads;
    /** Null where this rank has not written most of the unit beside its owner. */
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

    /** Workers here want everything that was released, from now on. */
    void becomesUpToDate() {
        upToDate = true;
    }

    /** A request begins because a copy is missed. */
    void miss() {
        cause = MISS.take(cause);
        number++;
    }

    /** A request begins before a copy is missed. */
    void foresee() {
        cause = FORESEE.take(cause);
        number++;
    }

    /**
     * The reply to the request under way has arrived.
     *
     * @return the cause of the request
     */
    Cause replied() {
        Cause was = cause;
        cause = REPLY.take(cause);
        return was;
    }

    /** The request under way, if there is one, will not be answered or its answer does not matter. */
    void cancel() {
        cause = CANCEL.take(cause);
    }

    /** A copy is requested that costs a message. */
    void note(int barriersPassed, Pace pace) {
        if (reads == null) {
            reads = new Misses(pace);
        }
        reads.wanted(barriersPassed);
    }

    /** Ownership is here: requests of an earlier time tell nothing. */
    void forgetPeriod() {
        reads = null;
    }

    /** This rank has written most of the unit, and so is likely to ask for ownership when it misses the unit again. */
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
