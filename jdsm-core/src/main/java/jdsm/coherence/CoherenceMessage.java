package jdsm.coherence;

import java.util.Locale;
import java.util.Objects;

/**
 * A message between two ranks about one unit. The type decides which fields are used; the other fields are 0, empty or
 * null. A unit's content follows these fields on the wire and is no part of this record; neither are the write notices
 * of a GRANT, or of a READ_REPLY with ACQUIRE.
 *
 * @param rank the rank that sent the request first, or that made the diff; a forwarded message keeps it
 * @param request the requester's number of the request; the answer repeats it. COPY: see {@link #CHANGES}
 * @param version a version of the content. READ_REQUEST, ACQUIRE_REQUEST: the version that the requester has, or -1; see
 *     also {@link #CHANGES}.
 *     DIFF: the version against which the diff was made
 * @param sharers GRANT: the other ranks that may have a copy
 * @param fresh GRANT: the sharers that may have a copy of this version; used only where write notices can make copies
 *     stale
 * @param flags the union of {@link #CONTENT}, {@link #HOME_ONLY}, {@link #CURRENT}, {@link #NOTICE}, {@link #EAGER},
 *     {@link #MIGRATORY}, {@link #LOCATED}, {@link #TAKE_HOME}, {@link #WITH_REPLY}, {@link #SAMPLE}, {@link #ACQUIRE},
 *     {@link #IN_BARRIER}, {@link #CHANGES}
 * @param time ACQUIRE_REQUEST: for each rank, the last of its intervals whose notices the requester has; empty where
 *     the job uses no write notices
 * @param diff DIFF, UPDATE, PUSH: the elements that were written; READ_REPLY and COPY with CHANGES: those that were written
 *     since the receiver's version
 * @param room READ_REQUEST: the copies of other units that the requester would like to get with the reply; ACQUIRE_REQUEST: those of units
 *     that are stale at the requester, with the grant
 * @param barrier DIFF, GRANT: see {@link #publishedIn}
 */
public record CoherenceMessage(
        Type type,
        int unit,
        int rank,
        int request,
        long version,
        RankSet sharers,
        RankSet fresh,
        int flags,
        int[] time,
        Diff diff,
        Room room,
        int barrier) {
    /** READ_REPLY, GRANT, COPY: the unit's content follows the message. */
    public static final int CONTENT = 1;
    /**
     * ACQUIRE_REQUEST, GRANT: the requester becomes the owner in order to write in place; none of its workers
     * wants to hold the unit.
     */
    public static final int HOME_ONLY = 2;
    /** DIFF_APPLIED: the writer's copy contains all writes up to this version. */
    public static final int CURRENT = 4;
    /** DIFF_APPLIED: some rank may have an older copy and needs a write notice of this version at its next acquire. */
    public static final int NOTICE = 8;
    /**
     * READ_REQUEST: the requester wants all content released so far. READ_REPLY: the owner invalidates the copy before
     * it publishes newer content. GRANT: some sharers have such a copy.
     */
    public static final int EAGER = 16;
    /** READ_REPLY, GRANT: the unit is migratory; a rank that reads it is expected to write it next. */
    public static final int MIGRATORY = 32;
    /**
     * READ_REPLY: the message names the place in the owner's memory from which the receiver can fetch the unit
     * one-sidedly.
     */
    public static final int LOCATED = 128;
    /** COPY: the copy came with the reply about another unit, and not with a lock. */
    public static final int WITH_REPLY = 2048;
    /** COPY: the receiver records whether a worker reads the copy. */
    public static final int SAMPLE = 4096;
    /** DIFF_APPLIED: only the writer has written the unit lately, so the owner offers it the ownership. */
    public static final int TAKE_HOME = 64;

    /**
     * READ_REQUEST: a worker of the requester reads volatile fields or elements. READ_REPLY: the owner has published
     * everything that its workers had written when one of them last held the unit, and the write notices come with the
     * copy.
     */
    public static final int ACQUIRE = 1024;

    /**
     * DIFF: the sender was in a barrier. A thread of the program may have written, and pass a right on before this rank
     * has heard of all that ranks published before the barrier.
     */
    public static final int IN_BARRIER = 8192;

    /**
     * READ_REQUEST: the version that the requester has is stale, and the content of that version is still in place.
     * READ_REPLY: a diff follows in place of the content, for a copy of that version or of a later one. COPY: a diff
     * follows, for a copy that lacks the last {@code request} versions at most.
     */
    public static final int CHANGES = 16384;

    private static final RankSet NONE = new RankSet();
    private static final int[] NO_TIME = {};

    /**
     * The copies of other units that a requester would like to get with a reply.
     *
     * @param bytes about the most bytes of all these copies; 0 for none
     * @param breadthFirst whether its workers are likely to follow references breadth first, and not depth first
     */
    public record Room(int bytes, boolean breadthFirst) {
        /** No copies. */
        public static final Room NONE = new Room(0, false);
    }

    /** The types. Each has a fixed number on the wire, which is a kind of the runtime's messages. */
    public enum Type {
        /** Asks for a copy. Ranks that do not own the unit forward the request towards the owner. */
        READ_REQUEST(16),
        /** Gives a copy: from the owner to the requester. */
        READ_REPLY(17),
        /**
         * Asks for ownership. Each rank forwards the request to the rank that it believes asked last, and believes from
         * then on that this requester did.
         */
        ACQUIRE_REQUEST(18),
        /** Transfers ownership, with the set of ranks that may have copies. */
        GRANT(19),
        /** Invalidates a sharer's copy, and names the sender as the owner. */
        INVALIDATE(20),
        /** Answers INVALIDATE and UPDATE. */
        CONFIRMED(21),
        /** Carries the writes of a rank that is not the owner. Former owners forward the diff towards the owner. */
        DIFF(22),
        /**
         * Tells a writer that its diff is in the authoritative copy, and that no copy which must not be read is
         * readable.
         */
        DIFF_APPLIED(23),
        /** Sends a diff from the owner to each sharer, which has to confirm it. */
        UPDATE(24),
        /** Sends a diff from the owner to a rank that reads every version. The owner expects no answer. */
        PUSH(25),
        /** Tells the owner that the sender no longer reads the diffs that the owner pushes. */
        UNWANTED(26),
        /**
         * Gives a copy to a rank that has not asked for it: with a lock that the owner grants to the rank, or with the
         * reply about another unit.
         */
        COPY(27);

        private final int kind;

        Type(int kind) {
            this.kind = kind;
        }

        /** The number of the type on the wire. */
        public int kind() {
            return kind;
        }

        /** The name of the type in statistics and errors: {@code read-request} for READ_REQUEST. */
        public String label() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    public CoherenceMessage {
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(sharers, "sharers");
        Objects.requireNonNull(fresh, "fresh");
        Objects.requireNonNull(time, "time");
        Objects.requireNonNull(room, "room");
    }

    /** Whether a message of that type and with these flags has a diff, which follows its other fields on the wire. */
    public static boolean hasDiff(Type itsType, int itsFlags) {
        return switch (itsType) {
            case DIFF, UPDATE, PUSH -> true;
            case READ_REPLY, COPY -> (itsFlags & CHANGES) != 0;
            default -> false;
        };
    }

    /** Whether {@link #flags} contains the flag, or one of several. */
    public boolean has(int flag) {
        return (flags & flag) != 0;
    }

    private static CoherenceMessage bare(Type type, int unit, int rank, int request, long version, int flags) {
        return new CoherenceMessage(type, unit, rank, request, version, NONE, NONE, flags, NO_TIME, null, Room.NONE, 0);
    }

    /**
     * A READ_REQUEST for this unit alone.
     *
     * @param eager whether the requester wants all content released so far
     */
    public static CoherenceMessage readRequest(int unit, int rank, int request, long haveVersion, boolean eager) {
        return readRequest(unit, rank, request, haveVersion, eager, Room.NONE);
    }

    /** A READ_REQUEST, as the other method, with room for copies of other units. */
    public static CoherenceMessage readRequest(
            int unit, int rank, int request, long haveVersion, boolean eager, Room room) {
        return new CoherenceMessage(
                Type.READ_REQUEST,
                unit,
                rank,
                request,
                haveVersion,
                NONE,
                NONE,
                eager ? EAGER : 0,
                NO_TIME,
                null,
                room,
                0);
    }

    /**
     * A READ_REQUEST of a rank that wants all content released so far, and acquires what was released with it.
     *
     * @param time for each rank, the last of its intervals whose notices the requester has
     */
    public static CoherenceMessage acquiringReadRequest(int unit, int rank, int request, long haveVersion, int[] time) {
        int flags = EAGER | ACQUIRE;
        return new CoherenceMessage(
                Type.READ_REQUEST, unit, rank, request, haveVersion, NONE, NONE, flags, time, null, Room.NONE, 0);
    }

    /**
     * @param flags a union of {@link #CONTENT}, {@link #EAGER}, {@link #MIGRATORY}, {@link #LOCATED}, {@link #ACQUIRE}
     */
    public static CoherenceMessage readReply(int unit, int request, long version, int flags) {
        return bare(Type.READ_REPLY, unit, 0, request, version, flags);
    }

    public static CoherenceMessage acquireRequest(int unit, int rank, long haveVersion, boolean homeOnly, int[] time) {
        int flags = homeOnly ? HOME_ONLY : 0;
        return new CoherenceMessage(
                Type.ACQUIRE_REQUEST, unit, rank, 0, haveVersion, NONE, NONE, flags, time, null, Room.NONE, 0);
    }

    /** A COPY, which carries the unit's content. */
    public static CoherenceMessage copy(int unit, long version) {
        return bare(Type.COPY, unit, 0, 0, version, CONTENT);
    }

    /**
     * A COPY with a diff in place of content.
     *
     * @param has the version of the stale copy that the receiver is likely to have
     */
    public static CoherenceMessage copyFrom(int unit, long has, long version, Diff changes) {
        int versions = (int) (version - has);
        return new CoherenceMessage(
                Type.COPY, unit, 0, versions, version, NONE, NONE, CHANGES, NO_TIME, changes, Room.NONE, 0);
    }

    /** A COPY that comes with the reply about another unit, and carries the unit's content. */
    public static CoherenceMessage copyWithReply(int unit, long version, boolean sample) {
        return bare(Type.COPY, unit, 0, 0, version, CONTENT | WITH_REPLY | (sample ? SAMPLE : 0));
    }

    /** @param flags a union of {@link #CONTENT}, {@link #HOME_ONLY}, {@link #EAGER}, {@link #MIGRATORY} */
    public static CoherenceMessage grant(int unit, long version, RankSet sharers, RankSet fresh, int flags) {
        return new CoherenceMessage(
                Type.GRANT, unit, 0, 0, version, sharers, fresh, flags, NO_TIME, null, Room.NONE, 0);
    }

    /** A READ_REQUEST without a version, of a requester with the stale content of one. */
    public CoherenceMessage fromStale(long itsVersion) {
        return new CoherenceMessage(
                type, unit, rank, request, itsVersion, sharers, fresh, flags | CHANGES, time, diff, room, barrier);
    }

    /** An ACQUIRE_REQUEST with room for copies; without, it gets the few that the owner knows to be in use. */
    public CoherenceMessage withRoom(Room copies) {
        return new CoherenceMessage(
                type, unit, rank, request, version, sharers, fresh, flags, time, diff, copies, barrier);
    }

    /** A COPY that the receiver records as read or not. */
    public CoherenceMessage asSample() {
        return new CoherenceMessage(
                type, unit, rank, request, version, sharers, fresh, flags | SAMPLE, time, diff, room, barrier);
    }

    /** A READ_REPLY with a diff in place of content. */
    public CoherenceMessage withChanges(Diff changes) {
        return new CoherenceMessage(
                type, unit, rank, request, version, sharers, fresh, flags | CHANGES, time, changes, room, barrier);
    }

    /** This message with another set of sharers. */
    public CoherenceMessage withSharers(RankSet others) {
        return new CoherenceMessage(
                type, unit, rank, request, version, others, fresh, flags, time, diff, room, barrier);
    }

    /**
     * This message with the number of the last barrier for which the sender of a DIFF had published its dirty units
     * before it made the diff; of a GRANT, that number for the last version of the unit. The write notice of that
     * version travels with the next barrier at the latest.
     */
    public CoherenceMessage publishedIn(int lastBarrier) {
        return new CoherenceMessage(
                type, unit, rank, request, version, sharers, fresh, flags, time, diff, room, lastBarrier);
    }

    /** An INVALIDATE; {@code round} is the number that the CONFIRMED repeats. */
    public static CoherenceMessage invalidate(int unit, int round, long version) {
        return bare(Type.INVALIDATE, unit, 0, round, version, 0);
    }

    /** An UPDATE; {@code round} is the number that the CONFIRMED repeats. */
    public static CoherenceMessage update(int unit, int round, long version, Diff diff) {
        return new CoherenceMessage(Type.UPDATE, unit, 0, round, version, NONE, NONE, 0, NO_TIME, diff, Room.NONE, 0);
    }

    public static CoherenceMessage push(int unit, long version, Diff diff) {
        return new CoherenceMessage(Type.PUSH, unit, 0, 0, version, NONE, NONE, 0, NO_TIME, diff, Room.NONE, 0);
    }

    public static CoherenceMessage unwanted(int unit, int rank) {
        return bare(Type.UNWANTED, unit, rank, 0, 0, 0);
    }

    public static CoherenceMessage confirmed(int unit, int round) {
        return bare(Type.CONFIRMED, unit, 0, round, 0, 0);
    }

    /** @param flags {@link #IN_BARRIER} or 0 */
    public static CoherenceMessage diff(int unit, int rank, int request, long version, int flags, Diff diff) {
        return new CoherenceMessage(
                Type.DIFF, unit, rank, request, version, NONE, NONE, flags, NO_TIME, diff, Room.NONE, 0);
    }

    /** @param flags a union of {@link #CURRENT}, {@link #NOTICE}, {@link #TAKE_HOME} */
    public static CoherenceMessage diffApplied(int unit, int request, long version, int flags) {
        return bare(Type.DIFF_APPLIED, unit, 0, request, version, flags);
    }
}
