package jdsm.coherence.home;

/**
 * Which rank owns a unit, as far as this rank knows, and this rank's place in the queue of ranks that want to own it.
 *
 * <p>The queue follows Naimi, Trehel and Arnold (see {@link MovingHome}). A rank is in the queue while it owns the unit
 * or has requested ownership. A rank in the queue knows the rank behind it only; the rank with no rank behind it is the
 * tail. A rank that is not the tail passes requests on towards the tail.
 */
final class Ownership {
    /** The role of this rank. */
    enum Role implements PartState {
        ELSEWHERE("Another rank owns the unit, and this rank has not asked for it."),
        OFFERED("Another rank owns the unit, and has told this rank to ask for ownership at its next write."),
        REQUESTED("An ACQUIRE_REQUEST of this rank is under way."),
        OWNER("This rank has the authoritative copy and the directory entry.");

        private final String meaning;

        Role(String meaning) {
            this.meaning = meaning;
        }

        @Override
        public String meaning() {
            return meaning;
        }
    }

    static final Transition<Role> REQUEST =
            Transition.of("this rank sends ACQUIRE_REQUEST", Role.REQUESTED, Role.ELSEWHERE, Role.OFFERED);
    static final Transition<Role> GRANT = Transition.of("GRANT arrives", Role.OWNER, Role.REQUESTED);
    static final Transition<Role> TRANSFER = Transition.of("this rank sends GRANT", Role.ELSEWHERE, Role.OWNER);
    static final Transition<Role> OFFER =
            Transition.of("DIFF_APPLIED with TAKE_HOME arrives", Role.OFFERED, Role.ELSEWHERE, Role.OFFERED);
    static final Transition<Role> WITHDRAW = Transition.of(
            "DIFF_APPLIED without TAKE_HOME arrives, or this rank hears of a newer version",
            Role.ELSEWHERE,
            Role.ELSEWHERE,
            Role.OFFERED);

    private static final int NEVER = Integer.MAX_VALUE;

    private Role role;
    /** The rank to which requests for ownership are passed on; meaningless at the tail. */
    private int towardsTail;
    /** The rank that owned the unit when this rank last heard of its owner; meaningless at the owner. */
    private int lastOwner;
    /** The hand-over to the rank behind this one; null where there is none. */
    private HandOver handOver;
    /** The barrier from which on this rank asks for ownership when it misses the unit. */
    private int asksFrom = NEVER;
    /** The number of barriers that this rank had passed when it gave the unit away. */
    private int gaveAt = NEVER;
    /** The number of barriers for which this rank had published when ownership came. */
    private int cameAt = NEVER;
    /** The number of barriers that this rank had passed when it had to give the unit away at once. */
    private int contendedAt = NEVER;

    Ownership(boolean mine, int owner) {
        this.role = mine ? Role.OWNER : Role.ELSEWHERE;
        this.towardsTail = owner;
        this.lastOwner = owner;
    }

    Role role() {
        return role;
    }

    boolean isOwner() {
        return role == Role.OWNER;
    }

    boolean isRequested() {
        return role == Role.REQUESTED;
    }

    /** Whether the owner has told this rank to ask for ownership at its next write. */
    boolean isOffered() {
        return role == Role.OFFERED;
    }

    /** Whether this rank is in the queue, and no rank is behind it. */
    boolean isTail() {
        return isInQueue() && handOver == null;
    }

    private boolean isInQueue() {
        return role == Role.OWNER || role == Role.REQUESTED;
    }

    /** The rank to which requests are passed on by a rank that is not the tail. */
    int towardsTail() {
        return towardsTail;
    }

    int lastOwner() {
        return lastOwner;
    }

    /** Notes the rank that owns the unit now. */
    void ownerIs(int rank) {
        lastOwner = rank;
    }

    /** The hand-over to the rank behind this one, or null. */
    HandOver handOver() {
        return handOver;
    }

    /**
     * Joins the queue.
     *
     * @return the rank to which the request goes
     */
    int request() {
        role = REQUEST.take(role);
        return towardsTail;
    }

    /**
     * Passes on another rank's request for ownership; the asker is the tail afterwards.
     *
     * @return the rank to which the request goes
     * @throws IllegalStateException if this rank is the tail
     */
    int passOn(int asker) {
        if (isTail()) {
            throw new IllegalStateException("request of rank " + asker + " for ownership is passed on by the tail");
        }
        int towards = towardsTail;
        towardsTail = asker;
        return towards;
    }

    /**
     * Puts another rank behind this one, the tail.
     *
     * @throws IllegalStateException if this rank is not the tail
     */
    void handOverTo(HandOver next) {
        if (!isTail()) {
            throw new IllegalStateException("rank " + next.rank() + " is put behind a rank that is not the tail");
        }
        towardsTail = next.rank();
        handOver = next;
    }

    /**
     * Notes that ownership has arrived.
     *
     * @param barriersPublished the number of barriers for which this rank has published
     */
    void granted(int barriersPublished) {
        cameAt = barriersPublished;
        role = GRANT.take(role);
    }

    /**
     * Notes that this rank's release has ended which had to precede the hand-over.
     *
     * @throws IllegalStateException if none was under way
     */
    void released() {
        if (handOver == null) {
            throw new IllegalStateException("a release has ended that precedes no hand-over");
        }
        handOver.released();
    }

    /**
     * Whether this rank is to ask for ownership when it writes a unit of which it has heard no version: no rank has
     * written it, or one at a time has. A rank that gave such a unit away long ago leaves it to the other; and so it does
     * for some barriers if both write between the same two barriers.
     *
     * @param barriers the number of barriers during which a rank takes a unit again
     */
    boolean takes(int barriersPassed, int barriers) {
        return (gaveAt == NEVER || barriersPassed - gaveAt < barriers) && !isContended(barriersPassed, barriers);
    }

    private boolean isContended(int barriersPassed, int barriers) {
        return contendedAt != NEVER && barriersPassed - contendedAt < barriers;
    }

    /**
     * Notes that ownership goes to the rank behind this one. If it had come here since the last barrier, both ranks
     * write the unit between the same two barriers, and each would take it from the other again: from now on, this one
     * makes diffs. If no worker here has written the unit since, this rank only reads it, and asks for copies from now on.
     *
     * @param barriersPublished the number of barriers for which this rank has published: no rank has passed the next one
     * @param written whether a worker here has written the unit as its owner
     */
    void transferred(int barriersPassed, int barriersPublished, boolean written) {
        if (handOver.isHomeOnly() && cameAt == barriersPublished) {
            contendedAt = barriersPassed;
            asksFrom = NEVER;
        }
        if (!written) {
            asksFrom = NEVER;
        }
        gaveAt = barriersPassed;
        role = TRANSFER.take(role);
        lastOwner = handOver.rank();
        handOver = null;
    }

    /**
     * Notes that the owner tells this rank to ask for ownership at its next write. Without effect on a rank in the
     * queue.
     */
    void offer() {
        if (!isInQueue()) {
            role = OFFER.take(role);
        }
    }

    /**
     * Notes that this rank sends a diff. Where it has most of the unit, ownership costs less than the next diff: for
     * some barriers from the next one on, the rank asks for ownership when it misses the unit, whoever writes in
     * between. Two ranks that write most of a unit in turn pass it to and fro; a rank that writes it rarely leaves it
     * to the other. To ranks that pass a lock between two barriers, copies come with the lock.
     *
     * @param most whether the diff has most of the unit
     */
    void diffSent(boolean most, int barriersPassed) {
        asksFrom = most ? barriersPassed + 1 : NEVER;
    }

    /**
     * Whether this rank is to ask for ownership when it misses the unit, for it is likely to write most of it.
     *
     * @param barriers the number of barriers during which a rank does so
     */
    boolean asksFirst(int barriersPassed, int barriers) {
        return barriersPassed >= asksFrom && barriersPassed - asksFrom < barriers;
    }

    /**
     * Drops an offer of ownership, because another rank writes the unit, too. Without effect on a rank in the queue.
     */
    void withdraw() {
        if (!isInQueue()) {
            role = WITHDRAW.take(role);
        }
    }
}
