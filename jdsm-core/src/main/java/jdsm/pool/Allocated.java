package jdsm.pool;

import java.util.List;
import java.util.OptionalLong;
import jdsm.directory.Directory;
import jdsm.directory.SharedEntry;

/**
 * Estimates the memory that later objects have taken since the last search for unreachable ones, and tells when the next
 * search is due: when they have taken as much as is left of all earlier ones, within bounds. Service loop only.
 */
final class Allocated {
    /** The memory of an object beside its content: its head, its entry, its handle, its places in tables. */
    private static final int BYTES_OF_OBJECT = 160;
    /** The memory of a unit: its state, and what its objects have in common. */
    private static final int BYTES_OF_UNIT = 350;

    private static final long MOST_BY_DEFAULT = 256L << 20;

    /** The least growth in bytes; 0 for a search behind each barrier, {@link Long#MAX_VALUE} for no search at all. */
    private final long least;
    /** The growth in bytes that is enough, however large the earlier objects are. */
    private final long most;

    private long grown;
    private long left;

    /**
     * @param least the least growth in bytes before a search; {@link Long#MAX_VALUE} for none
     * @param most the growth in bytes that is enough in any case
     */
    Allocated(long least, long most) {
        this.least = least;
        this.most = Math.max(least, most);
    }

    /**
     * For the heap of this JVM.
     *
     * @param least as in the constructor; empty for what fits the heap
     */
    static Allocated inThisJvm(OptionalLong least) {
        long heap = Runtime.getRuntime().maxMemory();
        return new Allocated(least.orElse(Math.min(MOST_BY_DEFAULT, heap / 8)), heap / 4);
    }

    /** New objects have become shared that have their units together. */
    void added(List<SharedEntry> together) {
        for (SharedEntry entry : together) {
            grown += bytesOf(entry);
        }
    }

    /** The content of a unit counts for the first object in it. */
    private static long bytesOf(SharedEntry entry) {
        long bytes = BYTES_OF_OBJECT;
        for (int unit = 0; entry.isFirst() && unit < entry.allUnits(); unit++) {
            bytes += BYTES_OF_UNIT + entry.unitContent(unit).encodedBytes();
        }
        return bytes;
    }

    boolean isDue() {
        return least == 0 || grown >= Math.max(least, Math.min(left, most));
    }

    /** The search has ended: only the objects in the directory are left. @return the number of later ones */
    long restart(Directory directory) {
        left = 0;
        long[] objects = {0};
        directory.forEachLater(entry -> {
            left += bytesOf(entry);
            objects[0]++;
        });
        grown = 0;
        return objects[0];
    }
}
