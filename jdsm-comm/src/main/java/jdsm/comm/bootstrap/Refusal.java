package jdsm.comm.bootstrap;

/** The reason why a connection is refused. The code is sent on the wire. */
enum Refusal {
    NONE(0),
    /** The joining side speaks another version of the protocol. */
    VERSION(1),
    /** The joining side belongs to another job. */
    JOB(2),
    /** The two sides have different numbers of ranks. */
    RANKS(3),
    /** The job has no such rank. */
    RANK(4),
    /** The joining side wanted to reach another rank or the rendezvous. */
    WRONG_DOOR(5),
    /** The proof does not fit the secret. */
    SECRET(6),
    /** The rank has joined already. */
    JOINED_ALREADY(7);

    private final int code;

    Refusal(int code) {
        this.code = code;
    }

    int code() {
        return code;
    }

    /** Returns the refusal with a code, or null. */
    static Refusal of(int code) {
        for (Refusal refusal : values()) {
            if (refusal.code == code) {
                return refusal;
            }
        }
        return null;
    }
}
