package jdsm;

/**
 * The job has failed on another rank, or in another worker of this rank. Every call that waits for other ranks throws
 * it from then on. A program need not catch it.
 */
public final class JobEndedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * For the runtime.
     *
     * @param message where the job has failed
     * @param cause the failure, if it is known here; else null
     */
    public JobEndedException(String message, Throwable cause) {
        super(message, cause);
    }
}
