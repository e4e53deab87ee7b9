package jdsm.comm.bootstrap;

/**
 * The environment variables that give a JVM its rank and its job. A launcher sets them; a user or a batch system may
 * set them as well.
 */
public final class JobVariables {
    /**
     * This rank, 0 to ranks - 1. If unset while {@link #RENDEZVOUS} is set: SLURM_PROCID, OMPI_COMM_WORLD_RANK,
     * PMI_RANK. If neither is set, {@link StartedRank} tells.
     */
    public static final String RANK = "JDSM_RANK";
    /**
     * The number of ranks. If unset while {@link #RENDEZVOUS} is set: SLURM_NTASKS, OMPI_COMM_WORLD_SIZE, PMI_SIZE;
     * else 1.
     */
    public static final String RANKS = "JDSM_RANKS";
    /** The address {@code host:port} at which the ranks meet. */
    public static final String RENDEZVOUS = "JDSM_RENDEZVOUS";
    /**
     * The directory in which the ranks of a job that mpirun or srun has started find each other; all hosts see it.
     * Default: {@code jdsm/jobs} in {@code XDG_CACHE_HOME} or {@code ~/.cache}.
     */
    public static final String RENDEZVOUS_DIR = "JDSM_RENDEZVOUS_DIR";
    /** The process that listens at {@link #RENDEZVOUS}: {@code rank0} (default) or {@code launcher}. */
    public static final String RENDEZVOUS_AT = "JDSM_RENDEZVOUS_AT";
    /** The job's name, any short text; default {@code default}. */
    public static final String JOB = "JDSM_JOB";
    /** The job's secret, any text of at least 16 characters; required for more than one rank. */
    public static final String SECRET = "JDSM_SECRET";
    /**
     * The number of ranks on this host. If unset while {@link #RENDEZVOUS} is set: OMPI_COMM_WORLD_LOCAL_SIZE,
     * MPI_LOCALNRANKS; else the number of all ranks.
     */
    public static final String RANKS_ON_HOST = "JDSM_RANKS_ON_HOST";
    /**
     * Any text; default: empty. Ranks of one host share memory only if their texts are equal. For hosts whose ranks
     * must not share memory, and to run a job on one machine as if on several.
     */
    public static final String HOST_PART = "JDSM_HOST_PART";
    /** The process id of the launcher: a rank ends when that process has ended. */
    public static final String LAUNCHER_PID = "JDSM_LAUNCHER_PID";
    /**
     * The end of the job's time in milliseconds since 1970. The rank then prints what each thread waits for, and ends.
     */
    public static final String DEADLINE_MILLIS = "JDSM_DEADLINE_MILLIS";

    private JobVariables() {}
}
