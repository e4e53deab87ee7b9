package jdsm.bench.jmh;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.ServiceLoader;
import jdsm.comm.Comm;
import jdsm.comm.bootstrap.JobEnvironment;
import jdsm.comm.bootstrap.JobIdentity;
import jdsm.comm.bootstrap.JobVariables;
import jdsm.comm.bootstrap.RendezvousServer;
import jdsm.comm.spi.CommProvider;
import jdsm.comm.spi.Limits;

/** A job of two ranks; this process is its launcher and its rank 0. */
final class TwoRankJob implements AutoCloseable {
    private static final String TRANSPORT = "JDSM_COMM";
    private static final int SECRET_BYTES = 16;

    private final Map<String, String> environment = new HashMap<>();
    private final RendezvousServer server;

    TwoRankJob(String transport) {
        byte[] random = new byte[SECRET_BYTES];
        new SecureRandom().nextBytes(random);
        String secret = HexFormat.of().formatHex(random);
        String pid = Long.toString(ProcessHandle.current().pid());
        String name = "bench-" + pid;
        JobIdentity identity = new JobIdentity(name, secret.getBytes(StandardCharsets.UTF_8), 2);
        server = RendezvousServer.open(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), identity, Limits.NONE, missing -> {});
        environment.put(JobVariables.RANKS, "2");
        environment.put(
                JobVariables.RENDEZVOUS,
                server.address().getAddress().getHostAddress() + ":"
                        + server.address().getPort());
        environment.put(JobVariables.RENDEZVOUS_AT, "launcher");
        environment.put(JobVariables.JOB, name);
        environment.put(JobVariables.SECRET, secret);
        environment.put(JobVariables.LAUNCHER_PID, pid);
        environment.put(TRANSPORT, transport);
    }

    /** The environment of a rank's process. */
    Map<String, String> environment(int rank) {
        Map<String, String> own = new HashMap<>(environment);
        own.put(JobVariables.RANK, Integer.toString(rank));
        return own;
    }

    /** The Comm of the rank that the variables describe, not started. */
    static Comm open(Map<String, String> environment) {
        CommProvider provider = ServiceLoader.load(CommProvider.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(each -> each.name().equals(environment.get(TRANSPORT)))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no transport " + environment.get(TRANSPORT)));
        return provider.open(JobEnvironment.from(environment).settings(null, 1, Limits.DEFAULT));
    }

    /** Ends the rendezvous: a rank that has not joined by now fails. */
    @Override
    public void close() {
        server.close();
    }
}
