package jdsm.launcher.program;

/** The requested class cannot run. The message is one line. */
public final class ProgramException extends Exception {
    private static final long serialVersionUID = 1L;

    ProgramException(String message) {
        super(message);
    }
}
