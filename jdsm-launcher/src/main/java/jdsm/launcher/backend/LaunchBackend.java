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
     * @return the exit status of the job: 0 if all ranks ended with 0, 124 if the time limit was reached, else the
     *     status of the first failed rank, or 1 for a status above 125
     * @throws LaunchException if the job could not be started; then none of its processes is left
     */
    int run(JobSpec spec) throws LaunchException;
}
