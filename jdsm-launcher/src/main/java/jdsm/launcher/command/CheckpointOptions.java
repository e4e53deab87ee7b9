package jdsm.launcher.command;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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

    /** Whence the job is started again; null for its first start, and for one from the beginning. */
    private Again again;

    /** A checkpoint from which the launcher starts a job again. */
    private record Again(String folder, int number) {}

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
        put(settings, "restart", again == null ? restart : again.folder());
        put(settings, "restart-number", again == null ? null : Integer.toString(again.number()));
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
        int left = restarts(first);
        int before = left > 0 ? lastBefore(first) : 0;
        JobSpec job = first;
        for (; ; left--) {
            JobEnd end = runner.run(job);
            if (!end.lostRank() || left <= 0) {
                return end.status();
            }
            try {
                again = chosen(first, before, say);
            } catch (CheckpointException e) {
                say.accept("a rank was lost, and the job cannot start again: " + e.getMessage());
                return end.status();
            }
            say.accept("a rank was lost: the job starts again from "
                    + (again == null ? "the beginning" : "checkpoint " + again.number())
                    + (left == 1 ? ", for the last time" : ""));
            job = jobs.make();
        }
    }

    /**
     * The number of the last checkpoint from which the job does not go on by itself: another job has written it, or the
     * user has named one to go on from. 0 if there is none.
     */
    private static int lastBefore(JobSpec first) throws LaunchException {
        CheckpointConfig asked = first.config().checkpoints().orElseThrow();
        boolean any = asked.restart() && asked.number().isEmpty();
        try {
            return any ? 0 : new CheckpointFolder(asked.directory()).last();
        } catch (IOException e) {
            throw new LaunchException("the folder of checkpoints, " + asked.directory() + ", cannot be read: " + e, e);
        }
    }

    /**
     * The newest checkpoint with a number above {@code before}, or else what the user has asked for at the first start: the
     * checkpoint of a number, or null for the beginning. Reads the whole checkpoint: the ranks are told its number, and use
     * no other one.
     *
     * @throws CheckpointException if there is none from which the job may go on
     */
    private static Again chosen(JobSpec first, int before, Consumer<String> say) throws CheckpointException {
        CheckpointConfig asked = first.config().checkpoints().orElseThrow();
        CheckpointKey key = first.checkpointKey().orElseThrow();
        CheckpointFolder folder = new CheckpointFolder(asked.directory());
        Manifest manifest;
        try {
            manifest = folder.newestUnchanged(key, before, say);
        } catch (CheckpointException e) {
            if (!asked.restart()) {
                return null;
            } else if (asked.number().isEmpty()) {
                throw e;
            }
            manifest = folder.numberedUnchanged(asked.number().getAsInt(), key);
        }
        return new Again(asked.directory().toString(), manifest.number());
    }
}
