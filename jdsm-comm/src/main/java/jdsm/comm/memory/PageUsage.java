package jdsm.comm.memory;

/**
 * What an allocator has done so far. The figures of one page length are of one moment, those of several lengths of
 * almost one.
 *
 * @param pageBytes the length of a page in bytes
 * @param systemPages pages that came from the system and have not gone back, with the parts of batches and spans: the
 *     a of the paper
 * @param usedPages those that a place has taken: pages with slots in use, and one empty page of a size and place at
 *     most
 * @param mostUsedPages the largest number of pages in use at once, added up over page lengths
 * @param takes how often a place took a page or span
 * @param remoteTakes how many of these took a page or span whose home is another place
 * @param places the number of places
 */
public record PageUsage(
        int pageBytes, long systemPages, long usedPages, long mostUsedPages, long takes, long remoteTakes, int places) {
    /** The memory that came from the system and has not gone back, in bytes. */
    public long systemBytes() {
        return systemPages * pageBytes;
    }

    /** The share of {@link #takes()}, from 0 to 1, that took a page whose home is another place. */
    public double remoteShare() {
        return takes == 0 ? 0 : (double) remoteTakes / takes;
    }
}
