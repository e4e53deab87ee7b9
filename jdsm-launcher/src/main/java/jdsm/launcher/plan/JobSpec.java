package jdsm.launcher.plan;

import java.util.Optional;
import jdsm.checkpoint.CheckpointKey;
import jdsm.config.JdsmConfig;

/**
 * The job that the user asks for: settings, program and host.
 *
 * @param config the settings
 * @param program the program that the job runs
 * @param host the machine that the job runs on, or the launcher's
 * @param cluster the hosts of a job that runs on several
 * @param checkpointKey the key of the user's checkpoints; absent for a job without checkpoints
 */
public record JobSpec(
        JdsmConfig config,
        Program program,
        Host host,
        Optional<Cluster> cluster,
        Optional<CheckpointKey> checkpointKey) {
    /** The processors of each rank. */
    public Binding binding() {
        return Binding.named(config.bind());
    }

    /** A job on the launcher's own machine. */
    public JobSpec(JdsmConfig config, Program program, Host host) {
        this(config, program, host, Optional.empty(), Optional.empty());
    }
}
