package jdsm.launcher.backend;

import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import jdsm.comm.CommException;
import jdsm.comm.bootstrap.JobIdentity;
import jdsm.comm.bootstrap.RendezvousServer;
import jdsm.config.JdsmConfig;

/** The transports' own rendezvous, on a free port of the IPv4 loopback address or of another one of this machine. */
public final class ServerRendezvous implements Rendezvous {
    private static final byte[] LOOPBACK = {127, 0, 0, 1};

    private final RendezvousServer server;

    private ServerRendezvous(RendezvousServer server) {
        this.server = server;
    }

    static Rendezvous open(JdsmConfig config, String jobId, String secret, Console console) throws IOException {
        return open(InetAddress.getByAddress(LOOPBACK), config, new FreshJob(jobId, secret), console);
    }

    /**
     * A rendezvous on a free port of an address of this machine.
     *
     * @param config the job's settings: number of ranks, and time limit for joining
     * @param console takes the messages about ranks that have not joined yet
     * @throws IOException if it cannot listen
     */
    public static Rendezvous open(InetAddress at, JdsmConfig config, FreshJob fresh, Console console)
            throws IOException {
        JobIdentity job = new JobIdentity(fresh.id(), fresh.secret().getBytes(StandardCharsets.UTF_8), config.ranks());
        InetSocketAddress anyPort = new InetSocketAddress(at, 0);
        try {
            return new ServerRendezvous(RendezvousServer.open(
                    anyPort, job, config.limits().joinNanos(), missing -> console.say(stillMissing(missing))));
        } catch (CommException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    @Override
    public String address() {
        InetAddress ip = server.address().getAddress();
        String host = ip instanceof Inet6Address ? "[" + ip.getHostAddress() + "]" : ip.getHostAddress();
        return host + ":" + server.address().getPort();
    }

    @Override
    public boolean isComplete() {
        return server.hasBegun();
    }

    @Override
    public void processEnded(int rank, String how) {
        server.processEnded(rank, how);
    }

    @Override
    public CompletableFuture<String> failure() {
        return server.ended();
    }

    @Override
    public void close() {
        server.close();
    }

    /** @param ranks in ascending order */
    static String stillMissing(int[] ranks) {
        List<String> runs = new ArrayList<>();
        int begin = 0;
        for (int end = 1; end <= ranks.length; end++) {
            if (end == ranks.length || ranks[end] != ranks[end - 1] + 1) {
                runs.add("rank " + ranks[begin] + (end - begin == 1 ? "" : "-" + ranks[end - 1]));
                begin = end;
            }
        }
        return "still waiting for " + String.join(", ", runs) + " to join";
    }
}
