package jdsm.runtime;

/** Around calls of {@code Object.clone}. Thread-safe; {@link #cloning} blocks where a copy has to be fetched. */
public final class Clones {
    private Clones() {}

    /** Before an object is cloned: its fields are about to be read. */
    public static void cloning(Object object) {
        Checks.read(Checks.ofAny(object));
    }

    /**
     * Behind it: what {@code Object.clone} has made is this rank's own, whatever the original is. It is known by the handle, which
     * was copied with all other fields; what a method of the program has returned instead keeps its own.
     *
     * @return the clone
     */
    public static Object cloned(Object original, Object clone) {
        if (clone != original
                && clone instanceof Woven copy
                && original instanceof Woven woven
                && copy.$jdsm() == woven.$jdsm()) {
            copy.$jdsm(null);
        }
        return clone;
    }
}
