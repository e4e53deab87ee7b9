package jdsm.comm.memory;

/** The lengths of spans: slots that are longer than half a page, in whole pages. */
final class Spans {
    /** The size class of a page that is one slot. */
    static final int SIZE_CLASS = Integer.MAX_VALUE;
    /** Longer spans go back to the system when they are freed. */
    static final int MOST_PAGES_KEPT = 64;
    /** The number of lengths that have lists. */
    static final int LENGTHS = SizeClasses.classOfUnits(MOST_PAGES_KEPT) + 1;

    private Spans() {}

    /** The length, in pages, of the shortest span of at least this many pages that has a list. */
    static int pages(int length) {
        return SizeClasses.units(length);
    }

    /** The index of the shortest length of at least this many pages. */
    static int length(int pages) {
        return SizeClasses.classOfUnits(pages);
    }
}
