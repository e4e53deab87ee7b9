package jdsm.runtime;

/** Around calls of {@code Object.clone}. Thread-safe; {@link #cloning} blocks where a copy has to be fetched. */
public final class Clones {
    private Clones() {}

    /** Before an object is cloned: its fields are about to be read. */
    public static void cloning(Object object) {
        Checks.read(Checks.ofAny(object));
    }

    /** Behind it: the clone is this rank's own, whatever the original is. */
    public static void cloned(Object clone) {
        if (clone instanceof Woven woven) {
            woven.$jdsm(null);
        }
    }
}
