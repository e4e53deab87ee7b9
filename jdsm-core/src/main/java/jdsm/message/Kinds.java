package jdsm.message;

import jdsm.coherence.CoherenceMessage;

/** The kinds of runtime messages. Numbers are part of the wire format: they are never reused and never change. */
public final class Kinds {
    /** Messages of the program; kind 0 of the transport. */
    public static final int PROGRAM = 0;
    /** A step of a barrier, see {@link BarrierLayout}. */
    public static final int BARRIER = 1;
    /** The failure of the sender, with the reason as UTF-8 text. The receiver ends its job. */
    public static final int ABORT = 2;
    /** The comparison of the ranks' initial objects; {@code jdsm.node} reads and writes it. */
    public static final int REGISTRATION = 3;
    /** The statistics of a rank, sent at its end. */
    public static final int STATISTICS = 4;

    /** {@code Object.notifyAll} on a shared object: the id of its lock, 32 bits. */
    public static final int NOTIFY = 5;

    /** The waits of a rank's workers, for the report of a stall; {@code jdsm.node} reads and writes it. */
    public static final int STALL = 7;
    /** The log of an actor of {@code jdsm.check}, sent to rank 0 after a ticket of 32 bits. */
    public static final int CHECK = 8;
    /** The confirmation of a log by its ticket: the detector has it. */
    public static final int CHECKED = 9;

    /** The request for a block of a parallelFor; {@code jdsm.node} reads and writes it, and the three below. */
    public static final int BLOCK = 10;
    /** The reply to {@link #BLOCK}. */
    public static final int BLOCK_REPLY = 11;
    /** A slice of an array of an allReduce. */
    public static final int SLICE = 12;
    /** The work that the workers of a rank have done, for rank 0. */
    public static final int PROGRESS = 13;

    /** A step of the search for objects that no rank reaches, see {@link MarksLayout}. */
    public static final int MARKS = 14;

    /** The accesses to fields that a rank has counted, sent at its end. */
    public static final int PROFILE = 15;

    // 16 to 27: the types of CoherenceMessage, in CoherenceLayout

    /** A step of the new division of an array into units, see {@link DivisionLayout}. */
    public static final int DIVISION = 28;

    /**
     * The question whether the initialiser of a class may change shared objects, to rank 0: a ticket, 32 bits, and the class's name in UTF-8.
     */
    public static final int INITIALIZER = 29;
    /** The reply to {@link #INITIALIZER}: the ticket, and the rank whose initialiser was the first to ask, 32 bits each. */
    public static final int INITIALIZER_REPLY = 30;

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
            case BLOCK -> "block";
            case BLOCK_REPLY -> "block-reply";
            case SLICE -> "slice";
            case PROGRESS -> "progress";
            case MARKS -> "marks";
            case PROFILE -> "profile";
            case DIVISION -> "division";
            case INITIALIZER -> "initializer";
            case INITIALIZER_REPLY -> "initializer-reply";
            default -> "kind-" + kind;
        };
    }
}
