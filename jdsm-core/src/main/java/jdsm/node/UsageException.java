package jdsm.node;

/** The program cannot be run as asked; the message is one line that says why. */
final class UsageException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UsageException(String message) {
        super(message);
    }
}
