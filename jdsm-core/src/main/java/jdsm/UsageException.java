package jdsm;

/**
 * The program cannot be run as asked: a class that is no program, a bad setting, a bad argument. Programs may throw it, too:
 * the job ends with the message, one line, without a stack trace, and exit status 2.
 */
public final class UsageException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** @param message one line that says what is wrong and what is allowed */
    public UsageException(String message) {
        super(message);
    }
}
