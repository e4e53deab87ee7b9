package jdsm.verify;

import java.util.Locale;

/**
 * A task of a rank's service loop that does not come from a message.
 *
 * @param worker the worker that asks for the task
 * @param late LATE: the action; else null
 */
record Task(Kind kind, SimWorker worker, int unit, Runnable late) {
    enum Kind {
        READ_FAULT,
        UPDATE,
        VOLATILE_READ,
        WRITE_FAULT,
        ACQUIRE,
        RELEASE,
        BARRIER,
        /** An action later than its cause: delayed by a deliberate fault, or a step of a one-sided read. */
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
