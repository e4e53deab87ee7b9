package jdsm.runtime;

import java.util.function.BiConsumer;
import java.util.function.BiFunction;

/**
 * Makes objects shared ones for woven code. The pool calls it: {@link #begin} before workers start, {@link #reveal} for
 * each object that becomes shared, {@link #end} behind the program. Thread-safe.
 */
public final class Sharing {
    private Sharing() {}

    /**
     * Objects can become shared from now on, and monitors of names exclude the threads of other ranks.
     *
     * @param monitors makes the monitor for a name and the object that has the name on this rank
     */
    public static void begin(BiFunction<String, Object, SharedMonitor> monitors) {
        NamedMonitors.begin(monitors);
        Held.begin();
    }

    /** The job has ended: from now on monitors of names exclude the threads of this rank alone. */
    public static void end() {
        NamedMonitors.end();
    }

    /**
     * Lets threads see that an object is shared, while no thread can begin or end anything with the object.
     *
     * @param label the object in words
     * @param handle the object's handle, of no other object
     * @param holder is told which thread has the object's monitor, and how often, if a thread has it
     * @throws UnsupportedOperationException if code that is not woven may go on using an array
     */
    public static void reveal(Object object, String label, Shared handle, BiConsumer<Thread, Integer> holder) {
        KeptArrays.requireNotKept(object, label);
        Held.share(object, () -> attach(object, handle), holder);
    }

    private static void attach(Object object, Shared handle) {
        Class<?> type = object.getClass();
        if (object instanceof Woven woven) {
            woven.$jdsm(handle);
        } else if (type.isArray() || type == Object.class) {
            SharedArrays.of(type).add(object, handle);
        }
    }
}
