package jdsm.comm.tcp;

import java.net.InetSocketAddress;
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

    static Comm open(int rank, int ranks, InetSocketAddress rendezvous) {
        return new TcpProvider().open(new CommSettings(rank, ranks, JOB, SECRET, rendezvous, true, null, ranks, 1));
    }

    static List<Comm> open(int ranks) {
        InetSocketAddress rendezvous = FreeAddress.next();
        List<Comm> comms = new ArrayList<>();
        for (int rank = 0; rank < ranks; rank++) {
            comms.add(open(rank, ranks, rendezvous));
        }
        return comms;
    }
}
