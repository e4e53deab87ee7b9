package jdsm.coherence;

import java.util.Objects;

/**
 * What ranks tell each other of a unit. Which fields mean something depends on the type; those that do not are 0 or empty.
 * The unit's content, where a message carries it, travels behind these fields and is no part of this object.
 *
 * @param rank the rank that asked first, however often its request was forwarded
 * @param request READ_REQUEST and READ_REPLY: the asker's number for it
 * @param version the content's version that is meant (ACQUIRE_REQUEST: that the asker has, or -1)
 * @param sharers GRANT: who else has a copy
 * @param hasContent READ_REPLY, GRANT: whether content follows
 */
public record CoherenceMessage(
        Type type, int unit, int rank, int request, long version, RankSet sharers, boolean hasContent) {
    private static final RankSet NONE = new RankSet();

    /** The types, each with its number on the wire (a kind of runtime message; it never changes). */
    public enum Type {
        /** Copy request: towards the owner, forwarded by those who are not. */
        READ_REQUEST(16),
        /** Copy reply: from the owner to the asker. */
        READ_REPLY(17),
        /** Ownership request: towards the last rank that asked for it, forwarded; each who forwards points to the asker then. */
        ACQUIRE_REQUEST(18),
        /** Ownership transfer, with the sharers that the new owner has to invalidate. */
        GRANT(19),
        /** From a new owner to each sharer: your copy is no longer valid, and ownership is here. */
        INVALIDATE(20),
        /** The answer to INVALIDATE. */
        INVALIDATED(21);

        private final int kind;

        Type(int kind) {
            this.kind = kind;
        }

        public int kind() {
            return kind;
        }

        /** READ_REQUEST in statistics: {@code read-request}. */
        public String label() {
            return name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
        }
    }

    public CoherenceMessage {
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(sharers, "sharers");
    }

    static CoherenceMessage bare(Type type, int unit, int rank, int request, long version) {
        return new CoherenceMessage(type, unit, rank, request, version, NONE, false);
    }

    public static CoherenceMessage readRequest(int unit, int rank, int request) {
        return bare(Type.READ_REQUEST, unit, rank, request, 0);
    }

    public static CoherenceMessage readReply(int unit, int request, long version) {
        return new CoherenceMessage(Type.READ_REPLY, unit, 0, request, version, NONE, true);
    }

    public static CoherenceMessage acquireRequest(int unit, int rank, long haveVersion) {
        return bare(Type.ACQUIRE_REQUEST, unit, rank, 0, haveVersion);
    }

    public static CoherenceMessage grant(int unit, long version, RankSet sharers, boolean withContent) {
        return new CoherenceMessage(Type.GRANT, unit, 0, 0, version, sharers, withContent);
    }

    public static CoherenceMessage invalidate(int unit, long version) {
        return bare(Type.INVALIDATE, unit, 0, 0, version);
    }

    public static CoherenceMessage invalidated(int unit) {
        return bare(Type.INVALIDATED, unit, 0, 0, 0);
    }
}
