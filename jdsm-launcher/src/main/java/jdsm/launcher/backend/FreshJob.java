package jdsm.launcher.backend;

import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Optional;
import java.util.OptionalLong;
import jdsm.launcher.plan.JobSpec;
import jdsm.launcher.plan.LaunchIdentity;

/**
 * The random name and secret of a new job. Immutable.
 *
 * @param id the job's name
 * @param secret the job's secret, printable
 */
public record FreshJob(String id, String secret) {
    private static final int SECRET_BYTES = 32;
    private static final int ID_BYTES = 8;

    /** Draws name and secret. */
    public static FreshJob draw() {
        SecureRandom random = new SecureRandom();
        return new FreshJob(hex(random, ID_BYTES), hex(random, SECRET_BYTES));
    }

    private static String hex(SecureRandom random, int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    /** The identity of the job from now on, ended by the end of this process. */
    public LaunchIdentity identity(JobSpec spec, Optional<String> rendezvous) {
        OptionalLong deadlineMillis = spec.config().timeout().stream()
                .mapToLong(limit -> System.currentTimeMillis() + limit.toMillis())
                .findFirst();
        return new LaunchIdentity(
                id, secret, rendezvous, ProcessHandle.current().pid(), deadlineMillis);
    }

    /** Leaves out the secret. */
    @Override
    public String toString() {
        return "FreshJob[" + id + "]";
    }
}
