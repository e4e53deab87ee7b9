package jdsm.launcher.backend;

/** A job could not be started. The message is one line. */
public final class LaunchException extends Exception {
    private static final long serialVersionUID = 1L;

    public LaunchException(String message, Throwable cause) {
        super(message, cause);
    }
}
