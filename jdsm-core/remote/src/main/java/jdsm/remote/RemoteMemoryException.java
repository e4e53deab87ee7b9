package jdsm.remote;

/**
 * Remote memory cannot do what the program needs: there is too little of it, or a server with the only copy of a page is
 * lost. The message is one line. A program that {@code jdsm memory} has started ends before it could catch this.
 */
public final class RemoteMemoryException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** @param message one line */
    public RemoteMemoryException(String message) {
        super(message);
    }

    /** @param message one line */
    public RemoteMemoryException(String message, Throwable cause) {
        super(message, cause);
    }
}
