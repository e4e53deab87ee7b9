package jdsm.launcher.backend;

import jdsm.launcher.plan.JobSpec;

/** A way to start the processes of a job, found by {@link java.util.ServiceLoader}. */
public interface LaunchBackend {
    /** The name that selects this back end, for instance {@code local}. */
    String name();

    /**
     * Runs a job from its start to the end of its last process. Blocks for that time. Relays the ranks' output to this
     * process's standard output and error, and ends all ranks if this process is asked to end.
     *
     * @return how the job ended
     * @throws LaunchException if the job could not be started; then none of its processes is left
     */
    JobEnd run(JobSpec spec) throws LaunchException;
}
