package jdsm.coherence;

import java.util.Locale;
import java.util.Objects;

/**
 * What ranks tell each other of a unit. Which fields mean something depends on the type; those that do not are 0, empty or
 * null. The unit's content, where a message carries it, travels behind these fields and is no part of this object; so do the
 * write notices of a GRANT.
 *
 * @param rank the rank that asked first, or whose diff it is, however often the message was forwarded
 * @param request the asker's number for it, which the answer repeats
 * @param version the content's version that is meant (READ_REQUEST, ACQUIRE_REQUEST: that the asker has, or -1; DIFF: that it was made
 *     against)
 * @param sharers GRANT: who else may have a copy
 * @param fresh GRANT: which of them may have one of this version, where it matters
 * @param flags of {@link #CONTENT}, {@link #HOME_ONLY}, {@link #CURRENT}, {@link #NOTICE}, {@link #EAGER}, {@link #MIGRATORY},
 *     {@link #LOCATED}, {@link #TAKE_HOME}
 * @param time ACQUIRE_REQUEST: the intervals that the asker has heard of, the last of each rank; empty if nobody keeps count
 * @param diff DIFF, UPDATE, PUSH: what was written
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
        Diff diff) {
    /** READ_REPLY, GRANT, COPY: the content follows. */
    public static final int CONTENT = 1;
    /** ACQUIRE_REQUEST, GRANT: to keep the unit's directory and to write in place; nobody wants to hold it. */
    public static final int HOME_ONLY = 2;
    /** DIFF_APPLIED: the sender's copy has seen everything up to this version. */
    public static final int CURRENT = 4;
    /** DIFF_APPLIED: some rank may have an older copy, and has to hear of this version when it next acquires. */
    public static final int NOTICE = 8;
    /**
     * READ_REQUEST: everything that was released is wanted. READ_REPLY: the copy is invalidated before anything newer is
     * released. GRANT: some of the sharers have
     * such a one.
     */
    public static final int EAGER = 16;
    /** READ_REPLY, GRANT: who reads the unit writes it next. */
    public static final int MIGRATORY = 32;
    /** READ_REPLY: the sender says where the unit can be fetched without its help. */
    public static final int LOCATED = 128;
    /** DIFF_APPLIED: nobody else has written the unit lately, and it may as well be owned by the writer. */
    public static final int TAKE_HOME = 64;

    private static final RankSet NONE = new RankSet();
    private static final int[] NO_TIME = {};

    /** The types, each with its number on the wire (a kind of runtime message; it never changes). */
    public enum Type {
        /** Copy request: towards the owner, forwarded by those who are not. */
        READ_REQUEST(16),
        /** Copy reply: from the owner to the asker. */
        READ_REPLY(17),
        /** Ownership request: towards the last rank that asked for it, forwarded; each who forwards points to the asker then. */
        ACQUIRE_REQUEST(18),
        /** Ownership transfer, with the ranks that may have copies. */
        GRANT(19),
        /** From the owner to each sharer: your copy is no longer valid, and ownership is here. */
        INVALIDATE(20),
        /** The answer to INVALIDATE and UPDATE. */
        CONFIRMED(21),
        /** What a rank that is not the owner has written: towards the owner, along those who were. */
        DIFF(22),
        /** From the owner to the writer: it is in the authoritative copy, and no copy that should not is readable. */
        DIFF_APPLIED(23),
        /** From the owner to each sharer: what was written. */
        UPDATE(24),
        /** From the owner to a rank that reads every version: what was written. Nobody waits for it. */
        PUSH(25),
        /** To the owner: what it pushes is not read here any more. */
        UNWANTED(26),
        /** From the owner to a rank to which it grants a lock, and whose copy is stale: the present one, unasked. */
        COPY(27);

        private final int kind;

        Type(int kind) {
            this.kind = kind;
        }

        public int kind() {
            return kind;
        }

        /** Whether a diff follows the message's fields. */
        public boolean hasDiff() {
            return this == DIFF || this == UPDATE || this == PUSH;
        }

        /** READ_REQUEST in statistics: {@code read-request}. */
        public String label() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    public CoherenceMessage {
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(sharers, "sharers");
        Objects.requireNonNull(fresh, "fresh");
        Objects.requireNonNull(time, "time");
    }

    public boolean has(int flag) {
        return (flags & flag) != 0;
    }

    private static CoherenceMessage bare(Type type, int unit, int rank, int request, long version, int flags) {
        return new CoherenceMessage(type, unit, rank, request, version, NONE, NONE, flags, NO_TIME, null);
    }

    public static CoherenceMessage readRequest(int unit, int rank, int request, long haveVersion, boolean eager) {
        return bare(Type.READ_REQUEST, unit, rank, request, haveVersion, eager ? EAGER : 0);
    }

    /** @param flags of {@link #CONTENT}, {@link #EAGER}, {@link #MIGRATORY}, {@link #LOCATED} */
    public static CoherenceMessage readReply(int unit, int request, long version, int flags) {
        return bare(Type.READ_REPLY, unit, 0, request, version, flags);
    }

    public static CoherenceMessage acquireRequest(int unit, int rank, long haveVersion, boolean homeOnly, int[] time) {
        return new CoherenceMessage(
                Type.ACQUIRE_REQUEST, unit, rank, 0, haveVersion, NONE, NONE, homeOnly ? HOME_ONLY : 0, time, null);
    }

    public static CoherenceMessage copy(int unit, long version) {
        return bare(Type.COPY, unit, 0, 0, version, CONTENT);
    }

    /** @param flags of {@link #CONTENT}, {@link #HOME_ONLY}, {@link #EAGER}, {@link #MIGRATORY} */
    public static CoherenceMessage grant(int unit, long version, RankSet sharers, RankSet fresh, int flags) {
        return new CoherenceMessage(Type.GRANT, unit, 0, 0, version, sharers, fresh, flags, NO_TIME, null);
    }

    public static CoherenceMessage invalidate(int unit, int round, long version) {
        return bare(Type.INVALIDATE, unit, 0, round, version, 0);
    }

    public static CoherenceMessage update(int unit, int round, long version, Diff diff) {
        return new CoherenceMessage(Type.UPDATE, unit, 0, round, version, NONE, NONE, 0, NO_TIME, diff);
    }

    public static CoherenceMessage push(int unit, long version, Diff diff) {
        return new CoherenceMessage(Type.PUSH, unit, 0, 0, version, NONE, NONE, 0, NO_TIME, diff);
    }

    public static CoherenceMessage unwanted(int unit, int rank) {
        return bare(Type.UNWANTED, unit, rank, 0, 0, 0);
    }

    public static CoherenceMessage confirmed(int unit, int round) {
        return bare(Type.CONFIRMED, unit, 0, round, 0, 0);
    }

    public static CoherenceMessage diff(int unit, int rank, int request, long version, Diff diff) {
        return new CoherenceMessage(Type.DIFF, unit, rank, request, version, NONE, NONE, 0, NO_TIME, diff);
    }

    /** @param flags of {@link #CURRENT}, {@link #NOTICE}, {@link #TAKE_HOME} */
    public static CoherenceMessage diffApplied(int unit, int request, long version, int flags) {
        return bare(Type.DIFF_APPLIED, unit, 0, request, version, flags);
    }
}
