package jdsm.node;

import java.io.PrintStream;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import jdsm.UsageException;
import jdsm.checkpoint.CheckpointException;
import jdsm.checkpoint.CheckpointKey;
import jdsm.comm.Comm;
import jdsm.comm.CommException;
import jdsm.comm.bootstrap.JobEnvironment;
import jdsm.comm.bootstrap.JobVariables;
import jdsm.comm.bootstrap.StartedJob;
import jdsm.comm.spi.CommProvider;
import jdsm.comm.spi.CommSettings;
import jdsm.comm.spi.Encryption;
import jdsm.config.JdsmConfig;
import jdsm.config.JdsmConfigException;
import jdsm.runtime.Woven;

/**
 * The settings that a rank has before it joins its job.
 *
 * @param weaves whether the agent, or the class loader of the rank, weaves classes
 * @param marked whether the launcher expects marked lines ({@link RankMain#RESULT_MARK})
 * @param checkpointKey the key of the user's checkpoints, if the launcher has handed it on
 */
record RankSettings(
        JobEnvironment job, JdsmConfig config, boolean marked, boolean weaves, Optional<CheckpointKey> checkpointKey) {
    /** The variable by which a launcher asks for marked lines: {@code JDSM_OUTPUT=marked}. */
    static final String OUTPUT_VARIABLE = "JDSM_OUTPUT";

    static final String MARKED = "marked";

    /** The variable that is set for a rank whose class loader weaves the classes that it defines. */
    static final String WEAVING_LOADER_VARIABLE = "JDSM_WEAVING_LOADER";

    /** The system property of ranks that have the flags that {@code jdsm jvm-flags} prints. */
    private static final String FLAGGED = "jdsm.flags";

    private static final String INPROC = "inproc";
    private static final long SOON_SECONDS = 10;
    private static final long LATE_SECONDS = 60;

    static boolean marksResults(Map<String, String> environment) {
        return MARKED.equals(environment.get(OUTPUT_VARIABLE));
    }

    /**
     * The settings in an environment.
     *
     * @throws UsageException if a variable has a wrong value
     */
    static RankSettings from(Map<String, String> environment) {
        try {
            JobEnvironment job = JobEnvironment.from(environment);
            JdsmConfig config = JdsmConfig.fromEnvironment(withAgent(environment));
            String key = environment.get(CheckpointKey.VARIABLE);
            return new RankSettings(
                    job,
                    config,
                    marksResults(environment),
                    weaves(environment),
                    key == null ? Optional.empty() : Optional.of(CheckpointKey.of(key)));
        } catch (JdsmConfigException | CommException | CheckpointException e) {
            throw new UsageException(e.getMessage());
        }
    }

    /**
     * The environment of this process with what it lacks about a job that mpirun, srun or the like has started. Blocks
     * until rank 0 has told where the ranks meet.
     *
     * @throws UsageException if a variable has a wrong value, or the ranks cannot meet
     */
    static Map<String, String> completed(Map<String, String> environment, PrintStream err) {
        try {
            if (!StartedJob.isIncomplete(environment)) {
                return environment;
            }
            JdsmConfig config = JdsmConfig.fromEnvironment(environment);
            Map<String, String> complete = StartedJob.complete(
                    environment, config.device().orElse(null), config.limits(), line -> err.println("jdsm: " + line));
            if (config.comm().equals(INPROC)) {
                throw new UsageException(
                        "JDSM_COMM is inproc, whose ranks are threads of one process, but this is one of "
                                + complete.get(JobVariables.RANKS) + " processes that were started together");
            }
            if (config.verbose() && complete.get(JobVariables.RANK).equals("0") && !Boolean.getBoolean(FLAGGED)) {
                err.println(
                        "jdsm: the ranks' JVMs have not the launcher's flags, which divide memory and processors among"
                                + " the ranks of a host; jdsm jvm-flags prints them");
            }
            return complete;
        } catch (JdsmConfigException | CommException e) {
            throw new UsageException(e.getMessage());
        }
    }

    /**
     * The environment with the facts about the agent in this JVM; the variables that it replaces were for the launcher.
     */
    private static Map<String, String> withAgent(Map<String, String> environment) {
        Map<String, String> all = new HashMap<>(environment);
        all.put("JDSM_AGENT", Boolean.toString(weaves(environment)));
        if (Boolean.getBoolean(Woven.CHECK)) {
            all.put("JDSM_CHECK", "true");
        }
        return all;
    }

    private static boolean weaves(Map<String, String> environment) {
        return System.getProperty(Woven.AGENT) != null || environment.containsKey(WEAVING_LOADER_VARIABLE);
    }

    /**
     * The length of a wait, in seconds, after which a stall report is made; empty, for no reports, under a debugger,
     * which may stop threads for long.
     */
    OptionalLong stallSeconds() {
        if (config.debug().isPresent()) {
            return OptionalLong.empty();
        }
        boolean soon = config.verbose() || job.deadlineMillis().isPresent();
        return OptionalLong.of(soon ? SOON_SECONDS : LATE_SECONDS);
    }

    int rank() {
        return job.rank();
    }

    int ranks() {
        return job.ranks();
    }

    /** Makes a Comm of the {@link #transport}; the Comm is not started. */
    Comm open(CommProvider transport) {
        return transport.open(commSettings());
    }

    /**
     * Finds the job's transport: the named one, or one that JDSM chooses.
     *
     * @throws UsageException if there is none of that name
     */
    CommProvider transport() {
        CommProvider named = CommProvider.named(config.comm())
                .orElseThrow(() -> new UsageException(
                        "no transport '" + config.comm() + "'; there are: " + String.join(", ", CommProvider.names())));
        if (config.encryption().certificates().isPresent() && !named.encrypts()) {
            throw new UsageException("transport '" + config.comm() + "' does not encrypt, so that certificates have no"
                    + " use: remove JDSM_TLS_CERTIFICATE, or use mixed or tcp");
        }
        return named.chosen(commSettings());
    }

    private CommSettings commSettings() {
        return job.settings(config.device().orElse(null), config.threads(), config.limits())
                .with(config.encryption().insecure() ? Encryption.NEVER : Encryption.BEYOND_LOOPBACK)
                .with(config.encryption().certificates().orElse(null))
                .trustingFabric(config.encryption().trustedFabric());
    }
}
