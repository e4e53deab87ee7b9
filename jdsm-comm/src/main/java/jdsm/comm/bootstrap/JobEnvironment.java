package jdsm.comm.bootstrap;

import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.OptionalLong;
import jdsm.comm.CommException;
import jdsm.comm.spi.CommSettings;
import jdsm.comm.spi.Limits;

/**
 * This rank's place in its job as the environment variables of {@link JobVariables} give it. A process without any of
 * these variables is rank 0 of 1. Immutable.
 *
 * @param rank this rank
 * @param ranks the number of ranks
 * @param rendezvous the unresolved address at which the ranks meet; null if not set, which only some transports accept
 * @param launcherServes whether the launcher listens at the rendezvous; else rank 0 does
 * @param job the job's name
 * @param secret the job's secret; empty for a single rank without one
 * @param ranksOnHost the number of ranks on this host
 * @param hostPart the part of the host to which this rank belongs; empty if not set
 * @param launcherPid the launcher's process id, if there is a launcher
 * @param deadlineMillis the end of the job's time in milliseconds since 1970, if the time is limited
 */
public record JobEnvironment(
        int rank,
        int ranks,
        InetSocketAddress rendezvous,
        boolean launcherServes,
        String job,
        byte[] secret,
        int ranksOnHost,
        String hostPart,
        OptionalLong launcherPid,
        OptionalLong deadlineMillis) {
    /** The shortest secret, in characters. */
    public static final int MIN_SECRET_CHARACTERS = 16;

    private static final int MAX_RANKS = 1 << 16;

    public JobEnvironment {
        secret = secret.clone();
    }

    @Override
    public byte[] secret() {
        return secret.clone();
    }

    /**
     * Reads the variables. Pure: resolves no host name.
     *
     * @throws CommException with reason JOIN if a variable is missing or malformed; the message names the variable
     */
    public static JobEnvironment from(Map<String, String> environment) {
        Variables variables = new Variables(environment);
        boolean meets = variables.text(JobVariables.RENDEZVOUS) != null;
        Variables.Named ranksGiven =
                variables.first(JobVariables.RANKS, meets, "SLURM_NTASKS", "OMPI_COMM_WORLD_SIZE", "PMI_SIZE");
        int ranks = ranksGiven == null ? 1 : ranksGiven.number(1, MAX_RANKS);
        Variables.Named rankGiven =
                variables.first(JobVariables.RANK, meets, "SLURM_PROCID", "OMPI_COMM_WORLD_RANK", "PMI_RANK");
        if (rankGiven == null && ranks > 1) {
            throw Variables.malformed(JobVariables.RANK, "is not set, but the job has " + ranks + " ranks");
        }
        int rank = rankGiven == null ? 0 : rankGiven.number(0, ranks - 1);
        String job = variables.text(JobVariables.JOB);
        String hostPart = variables.text(JobVariables.HOST_PART);
        Variables.Named onHost =
                variables.first(JobVariables.RANKS_ON_HOST, meets, "OMPI_COMM_WORLD_LOCAL_SIZE", "MPI_LOCALNRANKS");
        return new JobEnvironment(
                rank,
                ranks,
                meets ? variables.address(JobVariables.RENDEZVOUS) : null,
                launcherServes(variables),
                job == null ? "default" : job,
                secret(variables, ranks),
                onHost == null ? ranks : onHost.number(1, ranks),
                hostPart == null ? "" : hostPart,
                variables.optionalLong(JobVariables.LAUNCHER_PID),
                variables.optionalLong(JobVariables.DEADLINE_MILLIS));
    }

    private static boolean launcherServes(Variables variables) {
        String server = variables.text(JobVariables.RENDEZVOUS_AT);
        if (server == null || server.equals("rank0")) {
            return false;
        }
        if (server.equals("launcher")) {
            return true;
        }
        throw Variables.malformed(JobVariables.RENDEZVOUS_AT, "is \"" + server + "\", not rank0 or launcher");
    }

    private static byte[] secret(Variables variables, int ranks) {
        String secret = variables.text(JobVariables.SECRET);
        if (secret == null) {
            if (ranks > 1) {
                throw Variables.malformed(JobVariables.SECRET, "is not set, but the job has " + ranks + " ranks");
            }
            return new byte[0];
        }
        if (secret.length() < MIN_SECRET_CHARACTERS) {
            throw Variables.malformed(
                    JobVariables.SECRET,
                    "has " + secret.length() + " characters; it needs at least " + MIN_SECRET_CHARACTERS);
        }
        return secret.getBytes(StandardCharsets.UTF_8);
    }

    /**
     * Returns the settings for a transport, which encrypts beyond the loopback address.
     *
     * @param device the local address or network interface to listen on; null: the loopback address
     * @param workersPerRank the number of computing threads of a rank
     * @param limits how long the rank waits for other ranks
     */
    public CommSettings settings(String device, int workersPerRank, Limits limits) {
        return new CommSettings(
                        rank,
                        ranks,
                        job,
                        secret,
                        rendezvous,
                        !launcherServes,
                        device,
                        ranksOnHost,
                        workersPerRank,
                        hostPart)
                .with(limits);
    }
}
