package jdsm.check;

/** The kinds of synchronisation that order accesses of different workers. The codes are part of the wire format. */
public enum SyncKind {
    /** A job-wide lock, by its unit. */
    LOCK(1),
    /** A unit held by {@code acquire} and {@code release}, by its id. */
    HOLD(2),
    /** A volatile field or element, by the object's first unit and the index. */
    VOLATILE(3),
    /** A synchronisation within one rank, by the rank and the identity hash code of a monitor, or 0. */
    OWN(4),
    /** Messages of the program, from one rank to another. */
    MESSAGE(5);

    private final int code;

    SyncKind(int code) {
        this.code = code;
    }

    int code() {
        return code;
    }

    static SyncKind of(int code) {
        for (SyncKind kind : values()) {
            if (kind.code == code) {
                return kind;
            }
        }
        throw new IllegalArgumentException("no synchronisation has the code " + code);
    }

    /** Packs two numbers into an id. */
    public static long id(int first, int second) {
        return (long) first << Integer.SIZE | second & 0xFFFF_FFFFL;
    }
}
