package jdsm.launcher.plan;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * What is new for each job. The secret leaves the launcher only through the environment of a rank's process.
 *
 * @param jobId the job's name
 * @param secret the job's secret, printable
 * @param rendezvous {@code host:port} where ranks meet; absent where they need not, see {@link Planner#meets}
 * @param launcherPid process whose end ends the ranks
 * @param deadlineMillis when the job's time is over, in milliseconds since 1970, if ever
 */
public record LaunchIdentity(
        String jobId, String secret, Optional<String> rendezvous, long launcherPid, OptionalLong deadlineMillis) {
    /** All but the secret, so that a log or a failed assertion cannot tell it. */
    @Override
    public String toString() {
        return "LaunchIdentity[" + jobId + ", " + rendezvous + ", launcher " + launcherPid + ", deadline "
                + deadlineMillis + "]";
    }
}
