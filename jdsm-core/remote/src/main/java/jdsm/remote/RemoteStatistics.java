package jdsm.remote;

import java.util.Locale;

/**
 * What happened to the pages of one array so far.
 *
 * @param array the array's name
 * @param faults accesses to pages that were not present and had not been asked for
 * @param pagesIn pages that came from servers, those fetched ahead included
 * @param pagesOut pages that were written to servers, each copy counted
 * @param aheadUsed pages that were fetched ahead and then accessed
 * @param aheadUnused pages that were fetched ahead and left without an access
 * @param secondsWaited the time for which the program waited for pages
 */
public record RemoteStatistics(
        String array,
        long faults,
        long pagesIn,
        long pagesOut,
        long aheadUsed,
        long aheadUnused,
        double secondsWaited) {
    /** One line, without a unit for numbers of pages. */
    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%s: faults %d, pages in %d, pages out %d, fetched ahead and used %d, unused %d, waited %.3f s",
                array,
                faults,
                pagesIn,
                pagesOut,
                aheadUsed,
                aheadUnused,
                secondsWaited);
    }
}
