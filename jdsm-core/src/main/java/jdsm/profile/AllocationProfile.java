package jdsm.profile;

/**
 * The objects that all ranks made at a line of the program.
 *
 * @param line the line, as {@code Heat.start(Heat.java:31)}; empty for the objects of all lines that were too many to be
 *     counted alone
 * @param type the class of the objects, with dots; empty for these
 * @param made the number of objects
 * @param bytes their size together, without what they refer to
 * @param shared those that became shared, because a reference to them left their rank or because they were reachable in
 *     the beginning; at most {@code made}
 * @param fetched those whose content another rank got at least once; at most {@code shared}
 */
record AllocationProfile(String line, String type, long made, long bytes, long shared, long fetched) {
    /** The line and the class, which together are unique in a profile. */
    String key() {
        return line + "\n" + type;
    }

    /** Whether no more objects were shared than made, and no more fetched than shared. */
    boolean isPossible() {
        return fetched <= shared && shared <= made;
    }

    AllocationProfile plus(AllocationProfile other) {
        return new AllocationProfile(
                line,
                type,
                Math.addExact(made, other.made),
                Math.addExact(bytes, other.bytes),
                Math.addExact(shared, other.shared),
                Math.addExact(fetched, other.fetched));
    }
}
