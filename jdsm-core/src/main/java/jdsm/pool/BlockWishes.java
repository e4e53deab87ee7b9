package jdsm.pool;

import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import jdsm.codec.ContentDiff;
import jdsm.codec.UnitContent;
import jdsm.directory.Directory;
import jdsm.directory.SharedEntry;
import jdsm.runtime.Checks;

/**
 * Which initial arrays this rank wants to be divided into other units: long arrays of a primitive type of whose blocks it
 * writes a regular part beside other ranks. Service loop only.
 */
final class BlockWishes {
    /**
     * The name of the system property that is {@code never} where blocks keep the length that they have at the start, and
     * {@code often} where arrays are divided at random, for tests. It has to be equal on all ranks.
     */
    static final String PROPERTY = "jdsm.blocks";

    private static final String NEVER = "never";
    private static final String OFTEN = "often";

    private static final int SHORTEST_BYTES = 2 << 10;
    private static final int MOST_BLOCKS = 1 << 16;

    /** How many times as many blocks an array may come to have: where ranks go on to fetch all of them, each costs. */
    private static final int MOST_TIMES = 24;

    /** The most times that an array is divided. */
    private static final int DIVISIONS = 3;
    /** The most times that all ranks look whether it can be. */
    private static final int TRIES = 16;

    private final Directory directory;
    private final int ranks;
    private final boolean never;
    /** Null but for tests. */
    private final SplittableRandom often;

    private final Map<SharedEntry, WrittenRuns> runs = new IdentityHashMap<>();
    private final Map<SharedEntry, Integer> tries = new IdentityHashMap<>();
    private final Map<SharedEntry, Integer> divisions = new IdentityHashMap<>();

    /** @param mode the value of {@link #PROPERTY}, or null */
    BlockWishes(Directory directory, int me, int ranks, String mode) {
        this.directory = directory;
        this.ranks = ranks;
        this.never = ranks == 1 || NEVER.equals(mode);
        this.often = OFTEN.equals(mode) && me == ranks - 1 ? new SplittableRandom(ranks) : null;
    }

    /** Takes a diff of this rank, which another rank owns the unit of or has a copy of. */
    void add(int unit, ContentDiff diff) {
        if (never || often != null || directory.isLock(unit)) {
            return;
        }
        SharedEntry entry = directory.entryOfUnit(unit);
        if (isCandidate(entry)) {
            int first = (unit - entry.firstUnit()) * entry.blockLength();
            runs.computeIfAbsent(entry, any -> new WrittenRuns(ranks, entry.length()))
                    .add(first, entry.unitContent(0).elementBytes(), diff);
        }
    }

    private boolean isCandidate(SharedEntry entry) {
        return entry.blockLength() > 0
                && entry.key() >= 0
                && entry.units() > 1
                && !entry.keepsBlocks()
                && tries.getOrDefault(entry, 0) < TRIES
                && divisions.getOrDefault(entry, 0) < DIVISIONS
                && isOfElements(entry);
    }

    private static boolean isOfElements(SharedEntry entry) {
        UnitContent content = entry.unitContent(0);
        return content.elementBytes() > 0
                && !content.hasReferences()
                && entry.type().getComponentType().isPrimitive();
    }

    /** Ends the diffs before a barrier, and returns a wish, or null. */
    BlockWish barrier() {
        if (often != null) {
            return atRandom(directory.entries());
        }
        BlockWish wish = null;
        for (Map.Entry<SharedEntry, WrittenRuns> each : runs.entrySet()) {
            SharedEntry entry = each.getKey();
            each.getValue().barrier(entry.units());
            int length = each.getValue().blockLength();
            if (length > 0 && length < entry.blockLength() && isCandidate(entry) && admits(entry, length)) {
                wish = BlockWish.first(wish, new BlockWish(entry.key(), length));
            }
        }
        return wish == null || ProgramThreads.exist() ? null : wish;
    }

    private BlockWish atRandom(List<SharedEntry> entries) {
        SharedEntry entry = entries.get(often.nextInt(entries.size()));
        if (!entry.isArray() || entry.units() < 2 || !isOfElements(entry) || entry.length() < 2) {
            return null;
        }
        int shortest = Math.max(1, entry.length() >> 10);
        return new BlockWish(entry.key(), shortest + often.nextInt(entry.length() - shortest));
    }

    private static boolean admits(SharedEntry entry, int length) {
        return (long) length * entry.unitContent(0).elementBytes() >= SHORTEST_BYTES
                && entry.length() / length < Math.min(MOST_BLOCKS, MOST_TIMES * entry.units());
    }

    /** Whether this rank's instance of an array can be divided into blocks of a length, from at least two to at least two. */
    boolean isPossible(SharedEntry entry, int length) {
        return entry.isArray()
                && isOfElements(entry)
                && entry.units() > 1
                && length < entry.length()
                && !entry.keepsBlocks()
                && Checks.ofAny(entry.object()) instanceof Handle handle
                && handle.canBeDivided();
    }

    /** All ranks have looked whether an array can be divided. */
    void tried(SharedEntry entry, boolean isDivided) {
        tries.merge(entry, 1, Integer::sum);
        if (isDivided) {
            runs.remove(entry);
            divisions.merge(entry, 1, Integer::sum);
        }
    }
}
