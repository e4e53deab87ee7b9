package jdsm.comm;

/** A failure of communication: fatal for the {@link Comm} that reports it, unless its {@link Reason} says otherwise. */
public final class CommException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** What sort of failure. */
    public enum Reason {
        /** The job could not be joined: rendezvous not reached, address taken, a peer of another job, version or secret. */
        JOIN,
        /** A peer's connection ended without a goodbye, it was silent for too long, or it did not come: another rank is to blame. */
        PEER_LOST,
        /** A peer sent what no peer may send: a bad length, an unknown kind. The connection is closed. */
        PROTOCOL,
        /** A handler threw. */
        HANDLER,
        /** The Comm is closed, or the awaited peer has left. */
        CLOSED,
        /** The calling thread was interrupted while it waited; the Comm itself goes on. */
        INTERRUPTED,
        /** A key of {@link RemoteMemory} names no registered region, or one that is closed; the Comm itself goes on. */
        NO_REGION,
        /** There is no memory for a region of {@link RemoteMemory}, or for reaching one; the Comm itself goes on. */
        NO_MEMORY,
        /** Anything else: out of memory, a fault of the operating system. */
        TRANSPORT
    }

    private final Reason reason;
    private final int peer;

    /** @param peer the rank concerned, or -1 */
    public CommException(Reason reason, int peer, String message, Throwable cause) {
        super(message, cause);
        this.reason = reason;
        this.peer = peer;
    }

    public CommException(Reason reason, int peer, String message) {
        this(reason, peer, message, null);
    }

    public Reason reason() {
        return reason;
    }

    /** The rank that the failure is about, or -1. */
    public int peer() {
        return peer;
    }
}
