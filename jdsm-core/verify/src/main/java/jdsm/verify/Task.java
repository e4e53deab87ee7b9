package jdsm.verify;

import java.util.Locale;

/**
 * What a rank's service loop has to do that no message asks for.
 *
 * @param worker who asks
 * @param late LATE: what is done; else null
 */
record Task(Kind kind, SimWorker worker, int unit, Runnable late) {
    enum Kind {
        READ_FAULT,
        UPDATE,
        WRITE_FAULT,
        ACQUIRE,
        RELEASE,
        BARRIER,
        /** Something that a deliberate fault does too late. */
        LATE
    }

    static Task late(Runnable what) {
        return new Task(Kind.LATE, null, 0, what);
    }

    @Override
    public String toString() {
        String what = kind.name().toLowerCase(Locale.ROOT).replace('_', ' ');
        return switch (kind) {
            case LATE, BARRIER -> what;
            default -> what + " on unit " + unit + " by " + worker.name();
        };
    }
}
