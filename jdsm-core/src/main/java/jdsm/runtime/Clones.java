package jdsm.runtime;

/**
 * Surrounds calls of {@code Object.clone} in woven code. Thread-safe; {@link #cloning} blocks while it fetches a copy.
 */
public final class Clones {
    private Clones() {}

    /** Makes all fields or elements of an object readable before the object is cloned. */
    public static void cloning(Object object) {
        Checks.read(Checks.ofAny(object));
    }

    /**
     * Detaches a clone from the handle of its original: {@code Object.clone} copies the handle with all other fields,
     * but the clone is private to this rank. An object that a {@code clone} method of the program returned instead has
     * a handle of its own, and keeps it.
     *
     * @return the clone
     */
    public static Object cloned(Object original, Object clone) {
        if (clone != original
                && clone instanceof Woven copy
                && original instanceof Woven woven
                && copy.$jdsm() == woven.$jdsm()) {
            copy.$jdsm(null);
            if (copy.$jdsmSite() == woven.$jdsmSite()) {
                copy.$jdsmSite(0);
            }
        }
        return clone;
    }
}
