package jdsm.coherence;

/** What a unit consists of. */
public enum Content {
    /** Nothing: a lock. */
    NONE,
    /** Elements, each of which may be written by another rank in one interval. */
    ELEMENTS,
    /** A value that changes as a whole, so that only a holder may write it. */
    WHOLE
}
