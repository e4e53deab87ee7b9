package jdsm.launcher.backend;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import jdsm.comm.CommException;
import jdsm.comm.bootstrap.JobIdentity;
import jdsm.comm.bootstrap.RendezvousServer;
import jdsm.config.JdsmConfig;

/** The transports' own rendezvous, on a free port of the IPv4 loopback address. */
final class ServerRendezvous implements Rendezvous {
    private static final byte[] LOOPBACK = {127, 0, 0, 1};

    private final RendezvousServer server;

    private ServerRendezvous(RendezvousServer server) {
        this.server = server;
    }

    static Rendezvous open(JdsmConfig config, String jobId, String secret, Console console) throws IOException {
        JobIdentity job = new JobIdentity(jobId, secret.getBytes(StandardCharsets.UTF_8), config.ranks());
        InetSocketAddress anyPort = new InetSocketAddress(InetAddress.getByAddress(LOOPBACK), 0);
        try {
            return new ServerRendezvous(RendezvousServer.open(
                    anyPort, job, config.limits().joinNanos(), missing -> console.say(stillMissing(missing))));
        } catch (CommException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    @Override
    public String address() {
        return server.address().getAddress().getHostAddress() + ":"
                + server.address().getPort();
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

    static String stillMissing(int[] ranks) {
        return "still waiting for "
                + Arrays.stream(ranks).mapToObj(rank -> "rank " + rank).collect(Collectors.joining(", "))
                + " to join";
    }
}
