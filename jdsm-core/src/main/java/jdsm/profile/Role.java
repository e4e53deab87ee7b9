package jdsm.profile;

/** The class of a field by its accesses, after the paper on splitting objects for a better placement. */
enum Role {
    /** Often read and seldom written. Stays in the object. */
    R,
    /** Often written. */
    W,
    /** Neither. */
    N
}
