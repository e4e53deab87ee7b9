package jdsm.runtime;

import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/**
 * Makes objects shared for woven code. A rank calls {@link #record} first; the pool calls {@link #begin} before workers start, {@link #reveal} for each
 * object that becomes shared, and {@link #end} after the program. Thread-safe.
 */
public final class Sharing {
    private Sharing() {}

    /**
     * Has threads record from now on which monitors they are in. To be called before the program runs, which may start
     * threads; those that are in a monitor when its object becomes shared are known then.
     */
    public static void record() {
        Held.begin();
    }

    /**
     * Allows objects to become shared from now on, and lets the monitors of classes and constants exclude the threads
     * of other ranks.
     *
     * @param monitors makes the lock for a name and the object that has the name on this rank
     * @return the objects with names on whose monitors threads of this rank wait: they must be notified, to begin to wait anew
     */
    public static Set<Object> begin(BiFunction<String, Object, SharedMonitor> monitors) {
        NamedMonitors.begin(monitors);
        Held.begin();
        Held.requireOutOfNamed();
        return Held.awaitedByName();
    }

    /** Ends the job for monitors: those of classes and constants exclude only the threads of this rank from now on. */
    public static void end() {
        NamedMonitors.end();
    }

    /**
     * Makes the handles of objects visible to the threads of this rank, while no thread can enter or leave a monitor, or begin or
     * end a volatile access.
     *
     * @throws UnsupportedOperationException if one of the objects is an array that code without checks may still use
     */
    public static void reveal(List<? extends Shared> all) {
        for (Shared one : all) {
            if (KeptArrays.isKept(one.target())) {
                KeptArrays.requireNotKept(one.target(), one::label);
            }
        }
        Held.share(all, () -> {
            for (Shared one : all) {
                reveal(one.target(), one);
            }
        });
        for (Shared one : all) {
            if (one.target() instanceof Woven woven && woven.$jdsmSite() > 0) {
                Allocations.shared(woven);
            }
        }
    }

    /**
     * Counts the rights to the arrays in an object from now on, if that is an array of arrays. To be called before
     * workers start, behind {@link #reveal} of the array and all arrays in it.
     */
    public static void countRows(Object object) {
        if (object instanceof Object[] rows
                && rows.getClass().getComponentType().isArray()) {
            Shared handle = SharedArrays.REFERENCES.find(rows);
            if (handle != null) {
                handle.countRows();
            }
        }
    }

    /**
     * Lets go of shared arrays and plain objects, whose handles must not keep them reachable. Until {@link #revealed}
     * other threads that look for the handle of one of them wait. Objects of woven classes have their handle
     * themselves, and keep it.
     *
     * @param gone tells by its handle whether to let go of an array or plain object
     * @param exempt whether the calling thread does not wait
     */
    public static void conceal(Predicate<Shared> gone, BooleanSupplier exempt) {
        SharedArrays.conceal(gone, exempt);
    }

    /**
     * Makes the handle of an object visible that no thread of this rank can use yet, or gives an object the handle that it had
     * before {@link #conceal}.
     */
    public static void reveal(Object object, Shared handle) {
        if (object instanceof Woven woven) {
            woven.$jdsm(handle);
            Lowered.count();
        } else if (hasEntry(object)) {
            SharedArrays.of(object.getClass()).add(object, handle);
        }
    }

    /** Ends the time in which shared arrays and plain objects are concealed. */
    public static void revealed() {
        SharedArrays.reveal();
    }

    /** Whether the handle of an object that is not of a woven class is in a table: of an array, plain object or exception. */
    static boolean hasEntry(Object object) {
        return object.getClass().isArray() || object.getClass() == Object.class || object instanceof Throwable;
    }
}
