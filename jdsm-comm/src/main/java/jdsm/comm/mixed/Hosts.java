package jdsm.comm.mixed;

import java.util.stream.IntStream;
import jdsm.comm.bootstrap.RankAddress;

/** Tells which ranks of a job share memory. Immutable. */
final class Hosts {
    private final RankAddress[] ranks;

    /** @param ranks the addresses and host identities of all ranks */
    Hosts(RankAddress[] ranks) {
        this.ranks = ranks.clone();
    }

    /** Whether two ranks share memory. True for a rank and itself. */
    boolean areTogether(int one, int other) {
        return one == other || ranks[one].host().isThatOf(ranks[other].host());
    }

    /** Returns the lowest rank that shares memory with a rank. */
    int first(int rank) {
        return IntStream.range(0, rank)
                .filter(other -> areTogether(rank, other))
                .findFirst()
                .orElse(rank);
    }

    /** Returns the ranks that share memory with a rank, itself included, in ascending order. */
    int[] with(int rank) {
        return IntStream.range(0, ranks.length)
                .filter(other -> areTogether(rank, other))
                .toArray();
    }
}
