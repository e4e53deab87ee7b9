package jdsm.coherence;

/** The latest use of a unit, as its owner sees it under {@link Publication#ADAPT}. */
public enum Use {
    /** No other rank has a copy. */
    PRIVATE,
    /** Other ranks have copies, and the owner knows of no write. */
    READ_ONLY,
    /** The ownership moves from one rank that reads and writes to the next. */
    MIGRATORY,
    /** The owner pushes diffs to the ranks that read every version. */
    PRODUCER_CONSUMER,
    /** Some ranks write the unit, and others fetch it when they need it. */
    WIDELY_SHARED
}
