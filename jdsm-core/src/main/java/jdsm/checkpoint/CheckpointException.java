package jdsm.checkpoint;

/** Thrown where a checkpoint, its folder or its key cannot be used. The message is one line for the user. */
public final class CheckpointException extends Exception {
    private static final long serialVersionUID = 1L;

    public CheckpointException(String message) {
        super(message);
    }
}
