package jdsm.remote;

/** What a loop over pages does with the elements of an array. */
public enum PageUse {
    /** It reads them; a store throws. */
    READ,
    /** It reads and writes them. */
    UPDATE,
    /**
     * It writes all of them and reads none before: a page whose elements are all covered is not fetched, so its elements
     * are undefined until they are written.
     */
    REPLACE
}
