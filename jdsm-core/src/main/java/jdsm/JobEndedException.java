package jdsm;

/** Thrown out of a wait, or by any later call, because the job has failed: elsewhere, or by another worker of this rank. */
public final class JobEndedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public JobEndedException(String message, Throwable cause) {
        super(message, cause);
    }
}
