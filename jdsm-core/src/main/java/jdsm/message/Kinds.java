package jdsm.message;

import jdsm.coherence.CoherenceMessage;

/** The kinds of runtime messages. Numbers are part of the wire format: they are never reused and never change. */
public final class Kinds {
    /** Program messages: the transport's own kind 0. */
    public static final int PROGRAM = 0;
    /** {@link BarrierLayout}. */
    public static final int BARRIER = 1;
    /** The sender has failed: UTF-8 text that says why. Who receives it ends. */
    public static final int ABORT = 2;
    /** Comparison of what ranks registered: {@code jdsm.node} reads and writes it. */
    public static final int REGISTRATION = 3;
    /** A rank's statistics at its end. */
    public static final int STATISTICS = 4;

    /** {@code Object.notifyAll} on a shared object: the id of its lock, 32 bits. */
    public static final int NOTIFY = 5;

    /** Who waits for whom: {@code jdsm.node} reads and writes it. */
    public static final int STALL = 7;
    /** What an actor has done, to rank 0: a ticket of the sender's, 32 bits, and a log of {@code jdsm.check}. */
    public static final int CHECK = 8;
    /** The detector has it: the ticket. */
    public static final int CHECKED = 9;

    // 16 to 27: CoherenceMessage.Type, each with CoherenceLayout

    private Kinds() {}

    /** A kind's name in statistics. */
    public static String label(int kind) {
        for (CoherenceMessage.Type type : CoherenceMessage.Type.values()) {
            if (type.kind() == kind) {
                return type.label();
            }
        }
        return switch (kind) {
            case PROGRAM -> "program";
            case BARRIER -> "barrier";
            case ABORT -> "abort";
            case REGISTRATION -> "registration";
            case STATISTICS -> "statistics";
            case NOTIFY -> "notify";
            case STALL -> "stall";
            case CHECK -> "check";
            case CHECKED -> "checked";
            default -> "kind-" + kind;
        };
    }
}
