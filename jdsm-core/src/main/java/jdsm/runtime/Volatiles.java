package jdsm.runtime;

/**
 * Around the accesses to volatile fields, and to elements that are declared volatile. All volatile accesses of a job have one
 * order; each is an acquire and a release. Thread-safe; block.
 */
public final class Volatiles {
    private Volatiles() {}

    /**
     * Before an access to a volatile field.
     *
     * @param object whose field it is; null is left to the access
     * @return for {@link #exit}
     */
    public static Shared enter(Object object) {
        return enter(object, 0);
    }

    /** Before an access to a volatile element; an index outside is left to the access. As {@link #enter(Object)}. */
    public static Shared enter(Object array, int index) {
        Shared shared = Held.enterVolatile(array);
        if (shared != null) {
            shared.enterVolatile(index);
        }
        return shared;
    }

    /** Behind the access, with what {@link #enter(Object)} has returned. */
    public static void exit(Shared shared) {
        exit(shared, 0);
    }

    /** Behind the access, with what {@link #enter(Object, int)} has returned; also where the access has thrown. */
    public static void exit(Shared shared, int index) {
        if (shared != null) {
            shared.exitVolatile(index);
        } else {
            Held.exitVolatile();
        }
    }
}
