package jdsm.runtime;

/**
 * Around the accesses to volatile fields, and to elements that are declared volatile. All volatile accesses of a job have one
 * order; each is an acquire and a release. Thread-safe; block.
 */
public final class Volatiles {
    private Volatiles() {}

    /** Before an access to a volatile field; null where the object is not shared. */
    public static void enter(Shared shared) {
        if (shared != null) {
            shared.enterVolatile(0);
        }
    }

    /** Behind it, with what {@link #enter(Shared)} was given. */
    public static void exit(Shared shared) {
        if (shared != null) {
            shared.exitVolatile(0);
        }
    }

    /** Before an access to a volatile element; an index outside is left to the access. */
    public static void enter(Shared shared, int index) {
        if (shared != null) {
            shared.enterVolatile(index);
        }
    }

    /** Behind it, also where it has thrown. */
    public static void exit(Shared shared, int index) {
        if (shared != null) {
            shared.exitVolatile(index);
        }
    }
}
