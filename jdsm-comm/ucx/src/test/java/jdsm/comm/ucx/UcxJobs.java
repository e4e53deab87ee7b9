package jdsm.comm.ucx;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import jdsm.comm.Comm;
import jdsm.comm.spi.CommSettings;
import jdsm.comm.spi.Limits;

/** Jobs over UCX whose ranks are in this JVM and meet at a free port of this host. */
final class UcxJobs {
    private static final byte[] SECRET = "a secret of some length".getBytes(StandardCharsets.UTF_8);

    private UcxJobs() {}

    static List<Comm> open(int ranks) {
        return open(ranks, rank -> Limits.DEFAULT);
    }

    static List<Comm> open(int ranks, IntFunction<Limits> limits) {
        InetSocketAddress rendezvous = freeAddress();
        List<Comm> comms = new ArrayList<>();
        for (int rank = 0; rank < ranks; rank++) {
            CommSettings settings = new CommSettings(rank, ranks, "test job", SECRET, rendezvous, true, null, ranks, 1);
            comms.add(new UcxProvider().open(settings.with(limits.apply(rank))));
        }
        return comms;
    }

    private static InetSocketAddress freeAddress() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return (InetSocketAddress) socket.getLocalSocketAddress();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
