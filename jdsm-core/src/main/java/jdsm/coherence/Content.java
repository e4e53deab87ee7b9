package jdsm.coherence;

/** The kinds of content that a unit can have. */
public enum Content {
    /** No content: the unit is a lock. */
    NONE,
    /** Elements. Different ranks may write different elements in one interval. */
    ELEMENTS,
    /** One value that changes as a whole. Only a worker that holds the unit may write it. */
    WHOLE
}
