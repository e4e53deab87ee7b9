package jdsm.comm.mixed;

import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import jdsm.comm.Comm;
import jdsm.comm.spi.CommSettings;
import jdsm.comm.spi.Limits;
import jdsm.comm.tcp.FreeAddress;

/** Jobs on this host, some of whose ranks are told that others are elsewhere. */
final class MixedJobs {
    private static final byte[] SECRET = "a secret of some length".getBytes(StandardCharsets.UTF_8);
    private static final AtomicInteger JOBS = new AtomicInteger();

    private MixedJobs() {}

    /** @param part which part of the host a rank is told to be of */
    static List<Comm> open(int ranks, IntFunction<String> part) {
        return open(ranks, ranks, part);
    }

    static List<Comm> open(int ranks, int ranksOnHost, IntFunction<String> part) {
        return open(ranks, ranksOnHost, part, rank -> Limits.DEFAULT);
    }

    static List<Comm> open(int ranks, int ranksOnHost, IntFunction<String> part, IntFunction<Limits> limits) {
        String job = "mixed-" + ProcessHandle.current().pid() + "-" + JOBS.incrementAndGet();
        InetSocketAddress rendezvous = FreeAddress.next();
        List<Comm> comms = new ArrayList<>();
        for (int rank = 0; rank < ranks; rank++) {
            comms.add(new MixedProvider()
                    .open(new CommSettings(
                                    rank, ranks, job, SECRET, rendezvous, true, null, ranksOnHost, 1, part.apply(rank))
                            .with(limits.apply(rank))));
        }
        return comms;
    }
}
