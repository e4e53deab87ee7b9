package jdsm.bench.peers;

import java.util.List;
import jdsm.bench.Quartiles;

/**
 * A goal of JDSM: a bound of the ratio of two peers' figures.
 *
 * @param workload the workload's name
 * @param isMost whether the bound is an upper one
 */
record Goal(String text, String workload, String peer, String by, double bound, boolean isMost) {
    private static final String READ = "read of 8 bytes";
    private static final String BARRIER = "barrier of ";
    private static final String LU = "LU, n = 2048";
    private static final String SOR = "SOR, 4000 x 4000";
    private static final String UPDATES = "random updates";

    static final List<Goal> ALL = List.of(
            new Goal("a read from another rank, PCJ's `get` to shm", READ, Peer.PCJ, Peer.SHM, 20, false),
            new Goal("a read from another rank, PCJ's `get` to tcp", READ, Peer.PCJ, Peer.TCP, 3, false),
            new Goal("start of two JVMs, JDSM to PCJ", "start of 2 JVMs", Peer.SHM, Peer.PCJ, 1.2, true),
            new Goal("start of sixteen, JDSM to bare JVMs", "start of 16 JVMs", Peer.SHM, Peer.BARE, 1.5, true),
            new Goal("barrier of two, PCJ to shm", BARRIER + 2, Peer.PCJ, Peer.SHM, 50, false),
            new Goal("barrier of two, PCJ to tcp", BARRIER + 2, Peer.PCJ, Peer.TCP, 4, false),
            new Goal("barrier of 4 ranks, shm to threads", BARRIER + 4, Peer.SHM, Peer.THREADS, 3, true),
            new Goal("barrier of 8 ranks, shm to threads", BARRIER + 8, Peer.SHM, Peer.THREADS, 3, true),
            new Goal("barrier of 16 ranks, shm to threads", BARRIER + 16, Peer.SHM, Peer.THREADS, 3, true),
            new Goal("LU, speed-up over shm to that of threads", LU, Peer.THREADS, Peer.SHM, 0.9, false),
            new Goal("LU, shm to MPI in C", LU, Peer.SHM, Peer.MPI, 2, true),
            new Goal("SOR, speed-up over shm to that of threads", SOR, Peer.THREADS, Peer.SHM, 0.9, false),
            new Goal("SOR, shm to MPI in C", SOR, Peer.SHM, Peer.MPI, 2, true),
            new Goal("MolDyn, shm to PCJ", "MolDyn, 8788 particles", Peer.SHM, Peer.PCJ, 1, true),
            new Goal("random updates, shm to PCJ", UPDATES, Peer.SHM, Peer.PCJ, 10, false));

    /** Whether the comparison has the figures of this goal. */
    boolean isOf(Comparison comparison) {
        return comparison.workload().name().equals(workload)
                && comparison.has(peer)
                && comparison.has(by)
                && comparison.rounds() > 0;
    }

    Quartiles ratio(Comparison comparison) {
        return comparison.ratio(peer, by);
    }

    boolean isMet(Comparison comparison) {
        double median = ratio(comparison).median();
        return isMost ? median <= bound : median >= bound;
    }
}
