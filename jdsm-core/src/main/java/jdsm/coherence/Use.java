package jdsm.coherence;

/** How a unit was used last, as its owner sees it under {@link Publication#ADAPT}. */
public enum Use {
    /** Nobody else has a copy. */
    PRIVATE,
    /** Others have copies, and nothing was written since. */
    READ_ONLY,
    /** Ownership goes from one rank that reads and writes to the next. */
    MIGRATORY,
    /** What is written is sent to those who read every version. */
    PRODUCER_CONSUMER,
    /** Written, and fetched by others as they need it. */
    WIDELY_SHARED
}
