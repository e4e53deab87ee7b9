package jdsm.remote;

import jdsm.remote.PageTable.ElementType;
import jdsm.remote.door.Wish;
import jdsm.remote.store.PageStore;
import jdsm.remote.store.Placement;

/**
 * The settings of a remote memory. Immutable.
 *
 * @param localName the name of the computing host for messages
 * @param localBytes the memory for pages in this process, in bytes
 * @param pageBytes the page size: a power of two, 4 KiB to 4 MiB
 * @param policy the rule by which pages leave
 * @param copies the copies of each page at different servers, 1 or 2
 * @param mostAhead the largest number of pages to fetch ahead of a sequence of accesses; 0: none
 */
public record SpaceSettings(
        String localName, long localBytes, int pageBytes, ReplacementPolicy policy, int copies, int mostAhead) {
    /** The default of {@code mostAhead}. */
    public static final int DEFAULT_AHEAD = 32;

    /** The page size of the allocator from which frames come; a longer frame is a span of these pages. */
    static final int ALLOCATOR_PAGE = 256 << 10;

    private static final int MOST_AHEAD = 1 << 16;

    /** @throws IllegalArgumentException if a setting is out of its range, or the frames are too few */
    public SpaceSettings {
        Wish.checkPageBytes(pageBytes);
        if (copies < 1 || copies > 2) {
            throw new IllegalArgumentException(copies + " copies of each page; allowed: 1 or 2");
        }
        if (mostAhead < 0 || mostAhead > MOST_AHEAD) {
            throw new IllegalArgumentException(mostAhead + " pages ahead; allowed: 0 to " + MOST_AHEAD);
        }
        long frames = localBytes / pageBytes;
        if (frames < Pager.LEAST_FRAMES || frames > Integer.MAX_VALUE / 2) {
            throw new IllegalArgumentException("the local memory of " + localName + ", " + localBytes + " bytes, has "
                    + frames + " pages of " + pageBytes + " bytes; it needs at least " + Pager.LEAST_FRAMES);
        }
    }

    /** @throws IllegalArgumentException if no page may have this size, in bytes */
    public static void checkPageBytes(long pageBytes) {
        Wish.checkPageBytes(pageBytes);
    }

    /** Returns the number of pages that this process holds. */
    int frames() {
        return (int) (localBytes / pageBytes);
    }

    /** Says in one line why an array has no room, with the sums. */
    String tooLittle(String name, long length, ElementType type, int wanted, long taken, Placement placement) {
        StringBuilder text = new StringBuilder("too little memory for " + name + ", " + length + " " + type.plural()
                + " in " + (wanted == Integer.MAX_VALUE ? "too many" : Integer.toString(wanted)) + " pages: "
                + localName + " has " + frames());
        for (PageStore store : placement.stores()) {
            text.append(", ").append(store.name()).append(" ").append(store.slots());
        }
        long sum = frames() - 1L + placement.count();
        return text + " pages of " + pageBytes + " bytes; "
                + (copies == 2 ? "with two copies of each page out, " : "") + "all but one hold " + sum
                + " pages, and " + taken + " are taken";
    }
}
