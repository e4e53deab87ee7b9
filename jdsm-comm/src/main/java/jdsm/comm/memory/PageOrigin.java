package jdsm.comm.memory;

/** Where a place takes a page from. */
enum PageOrigin {
    /** From its own list; with {@link PagePolicy.Kind#PS} from the list of all. */
    OWN,
    /** A new page from the system. */
    SYSTEM,
    /** From another place's list. The page keeps its home and changes its owner. */
    OTHER
}
