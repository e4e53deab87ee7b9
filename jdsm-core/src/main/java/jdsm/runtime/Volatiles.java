package jdsm.runtime;

/**
 * Surrounds the accesses to volatile fields, and to elements that are declared volatile. All volatile accesses of a job
 * have one order; each is an acquire and a release. Thread-safe; the methods block.
 */
public final class Volatiles {
    private Volatiles() {}

    /**
     * Begins an access to a volatile field.
     *
     * @param object the object that has the field; for null, the access throws
     * @return the argument for {@link #exit(Shared)}
     */
    public static Shared enter(Object object) {
        return enter(object, 0);
    }

    /**
     * Begins an access to a volatile element; otherwise as {@link #enter(Object)}. For an index outside the array, the
     * access throws.
     */
    public static Shared enter(Object array, int index) {
        Shared shared = Held.enterVolatile(array);
        if (shared != null) {
            shared.enterVolatile(index);
        }
        return shared;
    }

    /**
     * Ends the access to a volatile field.
     *
     * @param shared the result of {@link #enter(Object)}
     */
    public static void exit(Shared shared) {
        exit(shared, 0);
    }

    /**
     * Ends the access to a volatile element, also if the access threw.
     *
     * @param shared the result of {@link #enter(Object, int)}
     */
    public static void exit(Shared shared, int index) {
        if (shared != null) {
            shared.exitVolatile(index);
        } else {
            Held.exitVolatile();
        }
    }
}
