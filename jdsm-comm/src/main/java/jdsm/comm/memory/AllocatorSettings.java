package jdsm.comm.memory;

import java.util.Objects;

/**
 * The settings of an allocator. Immutable.
 *
 * @param policy the rule by which a place takes a page
 * @param pageBytes the length of a page: a power of two, 4 KiB to 256 KiB
 * @param batchPages how many pages to take from the system at once, from 1
 * @param debug whether to fill free slots with a pattern, find writes behind a slot and to a free one, and report leaks;
 *     some ten times slower
 * @param source the system
 */
public record AllocatorSettings(PagePolicy policy, int pageBytes, int batchPages, boolean debug, PageSource source) {
    private static final int LEAST_PAGE = 4 << 10;
    private static final int MOST_PAGE = 256 << 10;

    public AllocatorSettings {
        Objects.requireNonNull(policy, "policy");
        Objects.requireNonNull(source, "source");
        if (pageBytes < LEAST_PAGE || pageBytes > MOST_PAGE || Integer.bitCount(pageBytes) != 1) {
            throw new IllegalArgumentException(
                    "pages of " + pageBytes + " bytes; allowed: powers of two from " + LEAST_PAGE + " to " + MOST_PAGE);
        }
        if (batchPages < 1 || batchPages > Integer.MAX_VALUE / 2 / pageBytes) {
            throw new IllegalArgumentException(
                    "batches of " + batchPages + " pages of " + pageBytes + " bytes; allowed: from one page to 1 GiB");
        }
    }

    /** Pages of 64 KiB in batches of 1 MiB of direct memory; debug mode as {@code -Djdsm.memory.debug} says. */
    public static AllocatorSettings of(PagePolicy policy) {
        return new AllocatorSettings(policy, 64 << 10, 16, Boolean.getBoolean("jdsm.memory.debug"), new DirectMemory());
    }

    /** These settings with other pages. */
    public AllocatorSettings withPages(int bytes, int batch) {
        return new AllocatorSettings(policy, bytes, batch, debug, source);
    }

    /** These settings with debug mode on or off. */
    public AllocatorSettings withDebug(boolean on) {
        return new AllocatorSettings(policy, pageBytes, batchPages, on, source);
    }

    /** These settings with memory from elsewhere. */
    public AllocatorSettings withSource(PageSource other) {
        return new AllocatorSettings(policy, pageBytes, batchPages, debug, other);
    }
}
