package jdsm.bench.soak;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import jdsm.comm.bootstrap.JobIdentity;
import jdsm.comm.bootstrap.JobVariables;
import jdsm.comm.bootstrap.RendezvousServer;
import jdsm.comm.spi.Limits;
import jdsm.node.InprocJob;

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
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        int status;
        try (PrintStream out = new PrintStream(printed, true, StandardCharsets.UTF_8)) {
            String type = "jdsm.examples." + spec.program();
            String[] arguments = spec.arguments().toArray(String[]::new);
            status = new InprocJob(spec.ranks(), environment, out, out).run(type, arguments);
        }
        return status == 0 ? null : "exit status " + status + ": " + printed.toString(StandardCharsets.UTF_8);
    }
}
