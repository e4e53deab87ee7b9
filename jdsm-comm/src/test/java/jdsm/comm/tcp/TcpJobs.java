package jdsm.comm.tcp;

import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.UnaryOperator;
import jdsm.comm.Comm;
import jdsm.comm.spi.CommSettings;
import jdsm.comm.spi.Limits;

/** Jobs whose ranks meet at a free port of this host. */
final class TcpJobs {
    static final String JOB = "test job";
    static final byte[] SECRET = "a secret of some length".getBytes(StandardCharsets.UTF_8);

    private TcpJobs() {}

    static Comm open(int rank, int ranks, InetSocketAddress rendezvous) {
        return new TcpProvider().open(settings(rank, ranks, rendezvous));
    }

    static CommSettings settings(int rank, int ranks, InetSocketAddress rendezvous) {
        return new CommSettings(rank, ranks, JOB, SECRET, rendezvous, true, null, ranks, 1);
    }

    static List<Comm> open(int ranks) {
        return open(ranks, rank -> Limits.DEFAULT);
    }

    static List<Comm> open(int ranks, IntFunction<Limits> limits) {
        return openAs(ranks, settings -> settings.with(limits.apply(settings.rank())));
    }

    /** With settings made from the usual ones. */
    static List<Comm> openAs(int ranks, UnaryOperator<CommSettings> change) {
        InetSocketAddress rendezvous = FreeAddress.next();
        List<Comm> comms = new ArrayList<>();
        for (int rank = 0; rank < ranks; rank++) {
            comms.add(new TcpProvider().open(change.apply(settings(rank, ranks, rendezvous))));
        }
        return comms;
    }
}
