package jdsm;

/**
 * The program cannot run as it was asked to: the class is no program, or a setting or an argument is wrong. Programs
 * may throw it, too. The job ends with the message on one line, without a stack trace, and with exit status 2.
 */
public final class UsageException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** @param message one line that names the wrong value and the allowed ones */
    public UsageException(String message) {
        super(message);
    }
}
