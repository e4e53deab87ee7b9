package jdsm.pool;

import java.lang.ref.WeakReference;

/** Runs the JVM's garbage collector. */
final class GarbageCollection {
    private GarbageCollection() {}

    /**
     * Has the collector clear the weak references to objects that are not reachable. Blocks until that is done.
     *
     * @return false if the collector has not run, because an option of the JVM forbids it
     */
    static boolean run() {
        WeakReference<Object> unreachable = new WeakReference<>(new Object());
        System.gc();
        return unreachable.get() == null;
    }
}
