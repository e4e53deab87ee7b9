package jdsm.comm.tcp;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import jdsm.comm.Comm;
import jdsm.comm.spi.CommSettings;

/** Jobs whose ranks meet at a free port of this host. */
final class TcpJobs {
    static final String JOB = "test job";
    static final byte[] SECRET = "a secret of some length".getBytes(StandardCharsets.UTF_8);

    private TcpJobs() {}

    static InetSocketAddress freeAddress() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return new InetSocketAddress(InetAddress.getLoopbackAddress(), socket.getLocalPort());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Comm open(int rank, int ranks, InetSocketAddress rendezvous) {
        return new TcpProvider().open(new CommSettings(rank, ranks, JOB, SECRET, rendezvous, true, null, ranks));
    }

    static List<Comm> open(int ranks) {
        InetSocketAddress rendezvous = freeAddress();
        List<Comm> comms = new ArrayList<>();
        for (int rank = 0; rank < ranks; rank++) {
            comms.add(open(rank, ranks, rendezvous));
        }
        return comms;
    }
}
