package jdsm.comm;

/** A failure of communication: fatal for the {@link Comm} that reports it, unless its {@link Reason} says otherwise. */
public final class CommException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** The kind of a failure. */
    public enum Reason {
        /** This rank cannot join: rendezvous not reached, address taken, a peer with another job, version or secret. */
        JOIN,
        /** A peer is lost: its connection ended without a goodbye, it was silent for too long, or it did not come. */
        PEER_LOST,
        /** A peer sent a malformed message: a bad length, an unknown kind. The connection is closed. */
        PROTOCOL,
        /** A handler, or a task on the delivery thread, threw an exception. */
        HANDLER,
        /** The Comm is closed, or the awaited peer has left. */
        CLOSED,
        /** The calling thread was interrupted while it waited; the Comm itself goes on. */
        INTERRUPTED,
        /** A key of {@link RemoteMemory} names no registered region, or a closed one; the Comm itself goes on. */
        NO_REGION,
        /**
         * There is no memory to register a region of {@link RemoteMemory} or to access one; the Comm itself goes on.
         */
        NO_MEMORY,
        /** Any other failure: out of memory, a fault of the operating system. */
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

    /** @param peer the rank concerned, or -1 */
    public CommException(Reason reason, int peer, String message) {
        this(reason, peer, message, null);
    }

    public Reason reason() {
        return reason;
    }

    /** Returns the rank that the failure is about, or -1. */
    public int peer() {
        return peer;
    }
}
