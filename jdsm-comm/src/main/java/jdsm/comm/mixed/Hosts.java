package jdsm.comm.mixed;

import java.util.stream.IntStream;
import jdsm.comm.bootstrap.RankAddress;

/** Which ranks of a job share memory. Immutable. */
final class Hosts {
    private final RankAddress[] ranks;

    /** @param ranks what they have told of themselves */
    Hosts(RankAddress[] ranks) {
        this.ranks = ranks.clone();
    }

    /** Whether two ranks share memory; each does with itself. */
    boolean areTogether(int one, int other) {
        return one == other || ranks[one].host().isThatOf(ranks[other].host());
    }

    /** The lowest rank that shares memory with one. */
    int first(int rank) {
        return IntStream.range(0, rank)
                .filter(other -> areTogether(rank, other))
                .findFirst()
                .orElse(rank);
    }

    /** The ranks that share memory with one, that included, in ascending order. */
    int[] with(int rank) {
        return IntStream.range(0, ranks.length)
                .filter(other -> areTogether(rank, other))
                .toArray();
    }
}
