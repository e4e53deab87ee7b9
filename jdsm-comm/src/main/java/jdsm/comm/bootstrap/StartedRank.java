package jdsm.comm.bootstrap;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import jdsm.comm.CommException;

/**
 * The place of this process among the processes that mpirun, srun or another starter has started together, by the
 * variables of the starter. Immutable.
 *
 * @param starter the name of the starter, for messages and file names
 * @param job the text that tells this start from all others: the job's number, its step, and what differs when the
 *     number is used again; null if the starter does not tell
 * @param rank this process, 0 to ranks - 1
 * @param ranks the number of processes, 2 or more
 * @param ranksOnHost the number of them on this host, if the starter tells
 */
record StartedRank(String starter, String job, int rank, int ranks, OptionalInt ranksOnHost) {
    private static final int MAX_RANKS = 1 << 16;

    /**
     * The numbers from here on name no step that srun has started, but the batch script, the shell of an allocation and
     * the like: their SLURM_NTASKS counts tasks that nobody has started.
     */
    private static final long FIRST_SPECIAL_STEP = 0xffff_fff0L;

    /** A part of SLURM_STEP_TASKS_PER_NODE: tasks, and perhaps the number of nodes in a row that have so many. */
    private static final Pattern TASKS = Pattern.compile("(\\d{1,9})(?:\\(x(\\d{1,9})\\))?");

    /**
     * Reads the variables. Pure. The nearest starter counts: mpirun may itself have been started by srun, a node each.
     *
     * @return empty if no starter has started this process together with others
     * @throws CommException with reason JOIN if a variable is missing or malformed
     */
    static Optional<StartedRank> of(Map<String, String> environment) {
        Variables variables = new Variables(environment);
        Optional<StartedRank> found = openMpi(variables);
        if (found.isEmpty()) {
            found = pmi(variables);
        }
        if (found.isEmpty()) {
            found = slurm(variables);
        }
        return found.filter(started -> started.ranks > 1);
    }

    /** Whether all processes are on this host. */
    boolean isOneHost() {
        return ranksOnHost.isPresent() && ranksOnHost.getAsInt() == ranks;
    }

    private static Optional<StartedRank> openMpi(Variables variables) {
        // The first two are numbers that a later mpirun may use again; the third is drawn anew by each mpirun before
        // Open MPI 5.
        return read(
                variables,
                "mpirun",
                variables.joined("PMIX_NAMESPACE", "OMPI_MCA_ess_base_jobid", "OMPI_MCA_orte_precondition_transports"),
                "OMPI_COMM_WORLD_RANK",
                "OMPI_COMM_WORLD_SIZE",
                ranks -> number(variables, "OMPI_COMM_WORLD_LOCAL_SIZE", ranks));
    }

    private static Optional<StartedRank> pmi(Variables variables) {
        String job = variables.joined("PMI_JOBID", "FLUX_JOB_ID", "PALS_APID");
        return read(
                variables,
                "pmi",
                job == null ? slurmStep(variables) : job,
                "PMI_RANK",
                "PMI_SIZE",
                ranks -> number(variables, "MPI_LOCALNRANKS", ranks));
    }

    private static Optional<StartedRank> slurm(Variables variables) {
        String step = slurmStep(variables);
        String ranks = variables.text("SLURM_STEP_NUM_TASKS") == null ? "SLURM_NTASKS" : "SLURM_STEP_NUM_TASKS";
        return step == null
                ? Optional.empty()
                : read(variables, "slurm", step, "SLURM_PROCID", ranks, most -> slurmTasksHere(variables, most));
    }

    /** Returns the name of the step of srun that this process belongs to; null if there is none. */
    private static String slurmStep(Variables variables) {
        String step = variables.text("SLURM_STEP_ID");
        String job = variables.text("SLURM_JOB_ID");
        if (job == null || step == null || !step.matches("\\d{1,18}") || Long.parseLong(step) >= FIRST_SPECIAL_STEP) {
            return null;
        }
        // A job that Slurm starts again keeps its number.
        return variables.joined("SLURM_CLUSTER_NAME", "SLURM_JOB_ID", "SLURM_STEP_ID", "SLURM_RESTART_COUNT");
    }

    private static OptionalInt slurmTasksHere(Variables variables, int ranks) {
        String tasks = variables.text("SLURM_STEP_TASKS_PER_NODE");
        String node = variables.text("SLURM_NODEID");
        if (tasks == null || node == null || !node.matches("\\d{1,9}")) {
            return OptionalInt.empty();
        }
        int before = Integer.parseInt(node);
        for (String part : tasks.split(",")) {
            Matcher matcher = TASKS.matcher(part);
            if (!matcher.matches()) {
                return OptionalInt.empty();
            }
            int here = Integer.parseInt(matcher.group(1));
            int nodes = matcher.group(2) == null ? 1 : Integer.parseInt(matcher.group(2));
            if (before < nodes) {
                return here >= 1 && here <= ranks ? OptionalInt.of(here) : OptionalInt.empty();
            }
            before -= nodes;
        }
        return OptionalInt.empty();
    }

    private interface HostCount {
        OptionalInt upTo(int ranks);
    }

    private static Optional<StartedRank> read(
            Variables variables, String starter, String job, String rankName, String ranksName, HostCount onHost) {
        Variables.Named rank = variables.first(rankName, false);
        Variables.Named size = variables.first(ranksName, false);
        if (rank == null || size == null) {
            return Optional.empty();
        }
        int ranks = size.number(1, MAX_RANKS);
        return Optional.of(new StartedRank(starter, job, rank.number(0, ranks - 1), ranks, onHost.upTo(ranks)));
    }

    private static OptionalInt number(Variables variables, String name, int most) {
        Variables.Named named = variables.first(name, false);
        return named == null ? OptionalInt.empty() : OptionalInt.of(named.number(1, most));
    }
}
