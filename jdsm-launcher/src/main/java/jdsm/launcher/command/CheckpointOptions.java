package jdsm.launcher.command;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;
import jdsm.checkpoint.CheckpointException;
import jdsm.checkpoint.CheckpointFolder;
import jdsm.checkpoint.CheckpointKey;
import jdsm.checkpoint.Manifest;
import jdsm.config.CheckpointConfig;
import jdsm.config.JdsmConfig;
import jdsm.config.JdsmConfigException;
import jdsm.launcher.backend.JobEnd;
import jdsm.launcher.backend.LaunchException;
import jdsm.launcher.plan.JobSpec;
import jdsm.launcher.program.ProgramException;
import picocli.CommandLine.Option;

/** The options of a job that takes checkpoints, or goes on from one. */
final class CheckpointOptions {
    private static final int MOST_RESTARTS = 1_000_000;

    @Option(
            names = "--checkpoint",
            paramLabel = "DIR",
            description = "Folder for checkpoints of the job, which all hosts see; the last two are kept.")
    private String checkpoint;

    @Option(
            names = "--checkpoint-every",
            paramLabel = "N|SECONDSs",
            description =
                    "Take a checkpoint at every Nth head of a resumable loop, or every so many seconds, such as 10s"
                            + " (default: where the program calls checkpoint()).")
    private String every;

    @Option(
            names = "--restart",
            paramLabel = "DIR",
            description = "Go on from the newest checkpoint in the folder, and write further ones there.")
    private String restart;

    @Option(
            names = "--restart-on-failure",
            paramLabel = "TIMES",
            description =
                    "Start the job again, at most so often, if a rank is lost: from the newest checkpoint, or from the"
                            + " beginning if there is none.")
    private String onFailure;

    /** The folder from which the job is started again; null for its first start. */
    private String again;
    /** The number of the checkpoint there. */
    private int number;

    /** Makes the job, from the options at that time. */
    interface Jobs {
        JobSpec make() throws ProgramException, LaunchException;
    }

    /** Runs a job to its end. */
    interface Runner {
        JobEnd run(JobSpec job) throws LaunchException;
    }

    /** Adds the given options, by key of {@link JdsmConfig}. */
    void addTo(Map<String, List<String>> settings) {
        put(settings, "checkpoint", again == null ? checkpoint : null);
        put(settings, "checkpoint-every", every);
        put(settings, "restart", again == null ? restart : again);
        put(settings, "restart-number", again == null ? null : Integer.toString(number));
    }

    private static void put(Map<String, List<String>> settings, String key, String value) {
        if (value != null) {
            settings.put(key, List.of(value));
        }
    }

    /**
     * Requires that the job can take checkpoints, and makes their folder. For a restart, requires that there is a whole
     * checkpoint of the program.
     *
     * @param className the class of the program
     * @param say hears of checkpoints that are not used
     * @return the user's key; absent for a job without checkpoints
     * @throws JdsmConfigException if not
     */
    Optional<CheckpointKey> prepare(JdsmConfig config, String className, Consumer<String> say) {
        CheckpointConfig wanted = config.checkpoints().orElse(null);
        if (wanted == null) {
            return Optional.empty();
        }
        String option = wanted.restart() ? "--restart" : "--checkpoint";
        if (!config.agent()) {
            throw new JdsmConfigException(option + " acts on woven programs only: remove --no-agent");
        }
        if (config.ranks() == 1) {
            throw new JdsmConfigException(
                    option + " is for jobs of several ranks, for one rank shares nothing: use -p 2 or more");
        }
        try {
            CheckpointFolder folder = new CheckpointFolder(wanted.directory());
            if (!wanted.restart()) {
                folder.make();
                CheckpointKey own = CheckpointKey.ofUser(System.getenv());
                requireNoOther(folder, own, className);
                return Optional.of(own);
            }
            folder.require();
            CheckpointKey key = CheckpointKey.ofUser(System.getenv());
            Manifest chosen = wanted.number().isPresent()
                    ? numbered(folder, wanted.number().getAsInt(), key)
                    : folder.newest(key, say);
            if (!chosen.program().equals(className)) {
                throw new CheckpointException("checkpoint " + chosen.number() + " in " + wanted.directory()
                        + " is one of program " + chosen.program() + ", and this is " + className);
            }
            return Optional.of(key);
        } catch (CheckpointException e) {
            throw new JdsmConfigException(option + ": " + e.getMessage());
        }
    }

    private static Manifest numbered(CheckpointFolder folder, int number, CheckpointKey key)
            throws CheckpointException {
        try {
            return folder.numbered(number, key);
        } catch (CheckpointException e) {
            throw new CheckpointException(e.getMessage()
                    + "; give another restart-number (JDSM_RESTART_NUMBER), or none for the newest whole one");
        }
    }

    /** Requires that new checkpoints take the place of those of the same program only. */
    private static void requireNoOther(CheckpointFolder folder, CheckpointKey key, String className)
            throws CheckpointException {
        String other;
        try {
            other = folder.newest(key, skipped -> {}).program();
        } catch (CheckpointException e) {
            return; // there is none
        }
        if (!other.equals(className)) {
            throw new CheckpointException("folder " + folder + " has checkpoints of program " + other
                    + ": name another folder, or remove them");
        }
    }

    /** Requires that the settings of restarts make sense, before anything is started. */
    private int restarts(JobSpec job) {
        if (onFailure == null) {
            return 0;
        }
        int times;
        try {
            times = Integer.parseInt(onFailure);
        } catch (NumberFormatException e) {
            times = 0;
        }
        if (times < 1 || times > MOST_RESTARTS) {
            throw new JdsmConfigException("--restart-on-failure must be a whole number from 1 to " + MOST_RESTARTS
                    + ", was '" + onFailure + "'");
        }
        if (job.config().checkpoints().isEmpty()) {
            throw new JdsmConfigException("--restart-on-failure needs a folder: give --checkpoint or --restart");
        }
        return times;
    }

    /**
     * Runs a job to its end, and starts it again where a rank was lost. Blocks.
     *
     * @return the exit status of the last start
     */
    int run(JobSpec first, Jobs jobs, Runner runner, Consumer<String> say) throws ProgramException, LaunchException {
        JobSpec job = first;
        int left = restarts(job);
        int before = left > 0 ? lastBefore(job) : 0;
        for (; ; left--) {
            JobEnd end = runner.run(job);
            if (!end.lostRank() || left <= 0) {
                return end.status();
            }
            CheckpointConfig config = job.config().checkpoints().orElseThrow();
            OptionalInt from = newest(config, job, before, say);
            if (from.isEmpty() && config.restart()) {
                say.accept("there is no whole checkpoint in " + config.directory() + " any more");
                return end.status();
            }
            again = from.isEmpty() ? null : config.directory().toString();
            number = from.orElse(0);
            say.accept("a rank was lost: the job starts again from "
                    + (from.isEmpty() ? "the beginning" : "checkpoint " + number)
                    + (left == 1 ? ", for the last time" : ""));
            job = jobs.make();
        }
    }

    /** The number of the last checkpoint that is another job's, which this one does not go on from; 0 if there is none. */
    private static int lastBefore(JobSpec job) throws LaunchException {
        CheckpointConfig config = job.config().checkpoints().orElseThrow();
        try {
            return config.restart() ? 0 : new CheckpointFolder(config.directory()).last();
        } catch (IOException e) {
            throw new LaunchException("the folder of checkpoints, " + config.directory() + ", cannot be read: " + e, e);
        }
    }

    /**
     * The checkpoint from which the job goes on; empty if it has none with a number above {@code before}. Reads the whole
     * checkpoint: the ranks are told its number, and use no other one.
     */
    private static OptionalInt newest(CheckpointConfig config, JobSpec job, int before, Consumer<String> say) {
        try {
            Manifest newest = new CheckpointFolder(config.directory())
                    .newestUnchanged(job.checkpointKey().orElseThrow(), before, say);
            return OptionalInt.of(newest.number());
        } catch (CheckpointException e) {
            return OptionalInt.empty();
        }
    }
}
