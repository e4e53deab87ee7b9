package jdsm.runtime;

import java.lang.invoke.VarHandle;

/**
 * Surrounds the accesses to volatile fields, and to elements that are declared volatile. All volatile accesses of a job
 * have one order; each read is an acquire, each write a release. Thread-safe; the methods block.
 *
 * <p>A read needs no hold. A copy stays valid until a writer's rank has had it invalidated, so a read takes effect when
 * its check succeeds, or later if newer content arrives between check and access. For the same reason a read of a
 * private object needs no protection against the object becoming shared.
 */
public final class Volatiles {
    private Volatiles() {}

    /** Begins a read of a volatile field; for null, the access throws. */
    public static void beginRead(Object object) {
        Shared shared = Checks.ofAny(object);
        if (shared != null && !shared.hasAcquired()) {
            Shared held = SlowPath.enterRead(shared, 0);
            if (held != null) {
                held.exitVolatile(0);
            }
        }
    }

    /**
     * Ends a read of a volatile field. Does nothing; but no check of a later access may come before the read, and this
     * call separates the two.
     */
    public static void endRead() {}

    /**
     * Begins a read of a volatile element. For an index outside the array, the access throws.
     *
     * @return the argument for {@link #exitRead}
     */
    public static Shared enterRead(Object array, int index) {
        Shared shared = Checks.ofAny(array);
        return shared == null || shared.hasAcquired(index) ? null : SlowPath.enterRead(shared, index);
    }

    /**
     * Ends the read of a volatile element, also if the access threw.
     *
     * @param held the result of {@link #enterRead}
     */
    public static void exitRead(Shared held, int index) {
        if (held != null) {
            held.exitVolatile(index);
        }
        VarHandle.acquireFence(); // the element was read as a plain one
    }

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
