package jdsm.launcher.backend;

import jdsm.launcher.plan.JobSpec;

/** A way to start the processes of a job, found by {@link java.util.ServiceLoader}. */
public interface LaunchBackend {
    /** The name by which it is chosen, for instance {@code local}. */
    String name();

    /**
     * Runs a job from its start to the end of its last process. Blocks that long; relays what the ranks write to this
     * process's standard output and error; ends all ranks if this process is asked to end.
     *
     * @return the exit status of the job: 0 if all ranks ended with 0, 124 if its time was over, else what the first
     *     failed rank ended with, or 1 where that is above 125
     * @throws LaunchException if the job could not be started; then no process of it is left
     */
    int run(JobSpec spec) throws LaunchException;
}
