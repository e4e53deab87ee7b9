package jdsm.launcher.memory;

/** A program with remote memory cannot start; the message is one line. */
public final class MemoryException extends Exception {
    private static final long serialVersionUID = 1L;

    /** @param message one line */
    public MemoryException(String message) {
        super(message);
    }
}
