package jdsm.comm.tcp;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import jdsm.comm.Comm;
import jdsm.comm.spi.CommSettings;

/** Jobs whose ranks meet at a free port of this host. */
final class TcpJobs {
    static final String JOB = "test job";
    static final byte[] SECRET = "a secret of some length".getBytes(StandardCharsets.UTF_8);

    private static final int FIRST_PORT = 15_000;
    private static final int PORTS = 15_000;
    /** Processes that test at the same time begin at different ports. */
    private static final AtomicInteger NEXT =
            new AtomicInteger((int) (ProcessHandle.current().pid() * 101 % PORTS));

    private TcpJobs() {}

    /** An address nobody listens at, of a port that the system gives to no connection by itself. */
    static InetSocketAddress freeAddress() {
        while (true) {
            int port = FIRST_PORT + NEXT.getAndIncrement() % PORTS;
            try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                return (InetSocketAddress) socket.getLocalSocketAddress();
            } catch (BindException e) {
                // Somebody listens there: the next one.
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
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
