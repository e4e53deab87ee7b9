package jdsm.launcher.plan;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * The names and secrets that differ for each job. The secret leaves the launcher only through the environment of a
 * rank's process.
 *
 * @param jobId the job's name
 * @param secret the job's secret, printable
 * @param rendezvous {@code host:port} where the ranks meet; absent if they need not meet, see {@link Planner#meets}
 * @param launcherPid process whose end ends the ranks
 * @param deadlineMillis end of the job's time, in milliseconds since 1970; empty without a limit
 */
public record LaunchIdentity(
        String jobId, String secret, Optional<String> rendezvous, long launcherPid, OptionalLong deadlineMillis) {
    /** Leaves out the secret, so that no log or failed assertion shows it. */
    @Override
    public String toString() {
        return "LaunchIdentity[" + jobId + ", " + rendezvous + ", launcher " + launcherPid + ", deadline "
                + deadlineMillis + "]";
    }
}
