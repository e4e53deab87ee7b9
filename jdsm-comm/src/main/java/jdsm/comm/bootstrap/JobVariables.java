package jdsm.comm.bootstrap;

/**
 * The environment variables that tell a JVM which rank of which job it is. A launcher sets them; a person or a batch
 * system may, too.
 */
public final class JobVariables {
    /** This rank, 0 to ranks - 1. Without it, where {@link #RENDEZVOUS} is set: SLURM_PROCID, OMPI_COMM_WORLD_RANK, PMI_RANK. */
    public static final String RANK = "JDSM_RANK";
    /** Number of ranks. Without it, as above: SLURM_NTASKS, OMPI_COMM_WORLD_SIZE, PMI_SIZE; else 1. */
    public static final String RANKS = "JDSM_RANKS";
    /** {@code host:port} where ranks meet. */
    public static final String RENDEZVOUS = "JDSM_RENDEZVOUS";
    /** Who listens at {@link #RENDEZVOUS}: {@code rank0} (default) or {@code launcher}. */
    public static final String RENDEZVOUS_AT = "JDSM_RENDEZVOUS_AT";
    /** The job's name, any short text; default {@code default}. */
    public static final String JOB = "JDSM_JOB";
    /** The job's secret, any text of at least 16 characters; required where there is more than one rank. */
    public static final String SECRET = "JDSM_SECRET";
    /**
     * How many ranks run on this host. Without it, where {@link #RENDEZVOUS} is set: OMPI_COMM_WORLD_LOCAL_SIZE,
     * MPI_LOCALNRANKS; else all.
     */
    public static final String RANKS_ON_HOST = "JDSM_RANKS_ON_HOST";
    /**
     * Any text: ranks of one host share memory only if it is the same for them; default: none. For hosts whose ranks should not,
     * and to try on one machine what several do.
     */
    public static final String HOST_PART = "JDSM_HOST_PART";
    /** Process id of the launcher: a rank ends when that process is gone. */
    public static final String LAUNCHER_PID = "JDSM_LAUNCHER_PID";
    /** When the job's time is over, in milliseconds since 1970: the rank prints who waits for what, and ends. */
    public static final String DEADLINE_MILLIS = "JDSM_DEADLINE_MILLIS";

    private JobVariables() {}
}
