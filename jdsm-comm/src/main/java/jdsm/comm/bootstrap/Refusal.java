package jdsm.comm.bootstrap;

/** Why a connection is not admitted. The code travels. */
enum Refusal {
    NONE(0),
    /** Another version of the protocol. */
    VERSION(1),
    /** A rank of another job. */
    JOB(2),
    /** The number of ranks differs. */
    RANKS(3),
    /** No such rank. */
    RANK(4),
    /** Meant for another rank, or for the rendezvous. */
    WRONG_DOOR(5),
    /** The proof does not fit the secret. */
    SECRET(6),
    /** That rank is there already. */
    JOINED_ALREADY(7);

    private final int code;

    Refusal(int code) {
        this.code = code;
    }

    int code() {
        return code;
    }

    /** The refusal with a code, or null. */
    static Refusal of(int code) {
        for (Refusal refusal : values()) {
            if (refusal.code == code) {
                return refusal;
            }
        }
        return null;
    }
}
