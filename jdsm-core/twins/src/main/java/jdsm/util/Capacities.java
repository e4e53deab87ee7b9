package jdsm.util;

/** The capacities with which the JDK's collections make their hash tables. */
final class Capacities {
    private static final boolean FITTING = Runtime.version().feature() >= 19;

    private Capacities() {}

    /** The capacity for a number of entries at the usual load. */
    static int of(int entries) {
        if (entries < 0) {
            throw new IllegalArgumentException("Negative number of mappings: " + entries);
        }
        return (int) Math.ceil(entries / 0.75);
    }

    /** The capacity of a hash set that copies a collection of a size. */
    static int ofCopy(int size) {
        return FITTING ? of(Math.max(size, 12)) : Math.max((int) (size / .75f) + 1, 16);
    }
}
