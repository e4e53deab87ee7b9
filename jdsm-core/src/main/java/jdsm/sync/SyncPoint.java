package jdsm.sync;

/** The places where all ranks meet. Meeting means the same place on all of them. */
public enum SyncPoint {
    /** {@code SPMD.barrier()}. */
    BARRIER(1, "is in barrier()"),
    /** The end of {@code start}. */
    END_OF_START(2, "has ended start()"),
    /** After {@code finish}: until then, ended ranks serve the others. */
    FINISHED(3, "has run finish()");

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

    /** What a rank there does, for messages. */
    public String doing() {
        return doing;
    }

    /** @throws IllegalArgumentException if there is none of that number */
    public static SyncPoint ofCode(int code) {
        for (SyncPoint point : values()) {
            if (point.code == code) {
                return point;
            }
        }
        throw new IllegalArgumentException("a barrier message of an unknown point " + code);
    }
}
