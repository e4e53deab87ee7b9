package jdsm;

/**
 * A job that {@link Jdsm} ran has failed. The message says which rank failed first and why. The cause is the exception of
 * the program on that rank, with its stack trace there; it has the exception's own class if the caller has that class, too,
 * and the exception can be serialised.
 */
public final class JobFailedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int rank;
    private final int status;

    JobFailedException(String message, Throwable cause, int rank, int status) {
        super(message, cause);
        this.rank = rank;
        this.status = status;
    }

    /** The rank that failed first; -1 if the job failed as a whole, for instance at its time limit. */
    public int rank() {
        return rank;
    }

    /** The exit status that the process of this job would have. */
    public int status() {
        return status;
    }
}
