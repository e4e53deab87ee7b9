package jdsm.agent.pass.heads;

/** Thrown for a loop that cannot be resumed. The message says why, and what to write instead. */
final class UnfitLoopException extends Exception {
    private static final long serialVersionUID = 1L;

    UnfitLoopException(String message) {
        super(message);
    }
}
