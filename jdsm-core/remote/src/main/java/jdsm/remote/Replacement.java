package jdsm.remote;

/** Chooses among frames. Used by the thread of the space. */
interface Replacement {
    /** A page was fetched ahead into a frame: it is there, but not used yet. */
    void came(Frame frame);

    /** A page was touched while its views were not installed: at its load, and later as {@link Frame#unmap} decides. */
    void used(Frame frame);

    /** A page has left its frame. */
    void emptied(Frame frame);

    /** Returns the frame of the page that shall leave, which {@link Frame#isEvictable}; null if there is none. */
    Frame victim();
}
