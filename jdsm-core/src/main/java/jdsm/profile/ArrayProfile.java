package jdsm.profile;

import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * What the arrays of one type cost, on all ranks, to which one field leads.
 *
 * @param field the field, as {@code Matrix.rows[]}; empty for arrays that no rank reached when the program had ended
 * @param type the type, the length, and the length of the blocks, as {@code double[4096] in blocks of 512}
 * @param blocks the number of blocks of all arrays that have events; of several ranks or runs the greatest
 * @param fetches requests for blocks, because a rank had no valid copy
 * @param invalidations valid copies of blocks that became invalid because another rank wrote
 * @param ownershipMoves exclusive rights to blocks that came from another rank
 * @param diffs changes that were sent to the owners of blocks
 * @param fetchedBy the ranks that made the fetches
 * @param writtenBy the ranks to which rights came, or that sent changes; an owner that writes its own blocks is not among them
 */
record ArrayProfile(
        String field,
        String type,
        long blocks,
        long fetches,
        long invalidations,
        long ownershipMoves,
        long diffs,
        SortedSet<Integer> fetchedBy,
        SortedSet<Integer> writtenBy) {
    ArrayProfile {
        fetchedBy = Collections.unmodifiableSortedSet(new TreeSet<>(fetchedBy));
        writtenBy = Collections.unmodifiableSortedSet(new TreeSet<>(writtenBy));
    }

    /** What one rank has counted. */
    static ArrayProfile of(
            String field,
            String type,
            long blocks,
            long fetches,
            long invalidations,
            long ownershipMoves,
            long diffs,
            int rank) {
        return new ArrayProfile(
                field,
                type,
                blocks,
                fetches,
                invalidations,
                ownershipMoves,
                diffs,
                Ranks.of(fetches, rank),
                Ranks.of(ownershipMoves + diffs, rank));
    }

    /** Field and type, which together are unique in a profile. */
    String key() {
        return field + ":" + type;
    }

    long events() {
        return Math.addExact(Math.addExact(fetches, invalidations), Math.addExact(ownershipMoves, diffs));
    }

    /** How the ranks use the blocks, in a few words, which the table shows. */
    String use() {
        long handedOver = ownershipMoves + diffs;
        if (handedOver > 2 * blocks) {
            return "ranks write in turn";
        }
        return invalidations > blocks ? "one writes, others read" : "read once written";
    }

    /** Adds what another rank, or another run, has counted for these arrays. */
    ArrayProfile plus(ArrayProfile other) {
        return sum(other, Math.max(blocks, other.blocks));
    }

    /** Adds what this rank has counted for another array of the same field and type. */
    ArrayProfile and(ArrayProfile other) {
        return sum(other, Math.addExact(blocks, other.blocks));
    }

    private ArrayProfile sum(ArrayProfile other, long blocksOfBoth) {
        return new ArrayProfile(
                field,
                type,
                blocksOfBoth,
                Math.addExact(fetches, other.fetches),
                Math.addExact(invalidations, other.invalidations),
                Math.addExact(ownershipMoves, other.ownershipMoves),
                Math.addExact(diffs, other.diffs),
                Ranks.union(fetchedBy, other.fetchedBy),
                Ranks.union(writtenBy, other.writtenBy));
    }
}
