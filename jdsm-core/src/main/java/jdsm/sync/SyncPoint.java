package jdsm.sync;

/** The points at which all ranks meet. It is an error if ranks meet at different points. */
public enum SyncPoint {
    /** {@code SPMD.barrier()}. */
    BARRIER(1, "is in barrier()"),
    /** The end of {@code start}. */
    END_OF_START(2, "has ended start()"),
    /** The end of {@code finish}. Until all ranks are there, each goes on serving the others. */
    FINISHED(3, "has run finish()"),
    /** A collective call; the cargo of the messages names it and has the values. */
    COLLECTIVE(4, "is in a collective call");

    private static final SyncPoint[] ALL = values();

    private final int code;
    private final String doing;

    SyncPoint(int code, String doing) {
        this.code = code;
        this.doing = doing;
    }

    /** The number on the wire. */
    public int code() {
        return code;
    }

    /** The state of a rank at this point, as the predicate of an error message. */
    public String doing() {
        return doing;
    }

    /**
     * The point with that number.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static SyncPoint ofCode(int code) {
        for (SyncPoint point : ALL) {
            if (point.code == code) {
                return point;
            }
        }
        throw new IllegalArgumentException("a barrier message of an unknown point " + code);
    }
}
