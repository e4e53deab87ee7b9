package jdsm.launcher.plan;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The processes of a job and what they have in common.
 *
 * @param processes in rank order; never empty
 * @param unset variables of the launcher's environment that must not reach a process by inheritance: they would speak
 *     of another job
 * @param interactive whether the only process reads the launcher's standard input; otherwise all find theirs empty
 * @param meets whether the processes are expected to meet at the launcher's rendezvous: one that ends before has failed
 * @param timeLimit how long the job may take, if limited
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
