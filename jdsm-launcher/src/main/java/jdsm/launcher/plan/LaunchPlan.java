package jdsm.launcher.plan;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The processes of a job, and their common settings.
 *
 * @param processes in rank order; never empty
 * @param unset variables of the launcher's environment that processes must not inherit, because they describe another
 *     job
 * @param interactive whether the first process, if this machine runs it, reads the launcher's standard input; that of
 *     all others is empty
 * @param meets whether the processes must meet at the launcher's rendezvous: a process that ends before has failed
 * @param timeLimit time limit of the job, if any
 */
public record LaunchPlan(
        List<ProcessPlan> processes,
        Set<String> unset,
        boolean interactive,
        boolean meets,
        Optional<Duration> timeLimit) {
    public LaunchPlan {
        processes = List.copyOf(processes);
        unset = Set.copyOf(unset);
    }
}
