package jdsm.bench.soak;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import jdsm.comm.bootstrap.JobIdentity;
import jdsm.comm.bootstrap.JobVariables;
import jdsm.comm.bootstrap.RendezvousServer;
import jdsm.comm.spi.Limits;
import jdsm.node.RankMain;
import jdsm.runtime.Woven;
import jdsm.spi.JobRunner;

/** A job over any transport with all its ranks in this JVM, each with its own classes of JDSM and of the program. */
final class IsolatedJob {
    private static final String INPROC = "inproc";

    private IsolatedJob() {}

    /**
     * Blocks until the job has ended.
     *
     * @return the failure, or null
     */
    static String run(JobSpec spec) {
        String job = UUID.randomUUID().toString();
        String secret = UUID.randomUUID().toString();
        Map<String, String> environment = new HashMap<>();
        environment.put("JDSM_COMM", spec.transport());
        environment.put("JDSM_THREADS", "" + spec.threads());
        environment.put("JDSM_CONSISTENCY", spec.consistency());
        environment.put(JobVariables.JOB, job);
        environment.put(JobVariables.SECRET, secret);
        if (spec.transport().equals(INPROC)) {
            return run(spec, environment);
        }
        JobIdentity identity = new JobIdentity(job, secret.getBytes(StandardCharsets.UTF_8), spec.ranks());
        InetSocketAddress anyPort = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        try (RendezvousServer server = RendezvousServer.open(anyPort, identity, Limits.NONE, missing -> {})) {
            environment.put(JobVariables.RENDEZVOUS_AT, "launcher");
            environment.put(
                    JobVariables.RENDEZVOUS,
                    server.address().getAddress().getHostAddress() + ":"
                            + server.address().getPort());
            return run(spec, environment);
        }
    }

    private static String run(JobSpec spec, Map<String, String> environment) {
        JobRunner.Ended ended = new RankMain()
                .run(new JobRunner.Job(
                        program(spec), spec.ranks(), environment, isWoven(), null, List.copyOf(spec.arguments())));
        if (ended.status() == 0 && ended.failure() == null) {
            return null;
        }
        return "exit status " + ended.status() + ": " + ended.failure() + "\n" + String.join("\n", ended.reported())
                + "\n" + String.join("\n", ended.said());
    }

    /** Whether this JVM has the agent. */
    private static boolean isWoven() {
        return System.getProperty(Woven.AGENT) != null;
    }

    private static Class<?> program(JobSpec spec) {
        String name = "jdsm.examples." + spec.program();
        try {
            return Class.forName(name, false, IsolatedJob.class.getClassLoader());
        } catch (ClassNotFoundException e) {
            throw new IllegalArgumentException("no example " + name, e);
        }
    }
}
