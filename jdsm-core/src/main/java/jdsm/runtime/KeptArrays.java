package jdsm.runtime;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.HashMap;
import java.util.Map;

/**
 * Private arrays that code which is not woven may go on using: they must not become shared, for no check would stand before those
 * accesses. Held weakly. Thread-safe.
 */
public final class KeptArrays {
    private static final Map<Key, String> KEPT = new HashMap<>();
    private static final ReferenceQueue<Object> GONE = new ReferenceQueue<>();
    private static volatile boolean any;

    private KeptArrays() {}

    /** An array by its identity, as long as it is there; then still equal to itself. */
    private static final class Key extends WeakReference<Object> {
        private final int hash;

        private Key(Object array, ReferenceQueue<Object> queue) {
            super(array, queue);
            hash = System.identityHashCode(array);
        }

        @Override
        public int hashCode() {
            return hash;
        }

        @Override
        public boolean equals(Object other) {
            return this == other || other instanceof Key key && key.get() != null && key.get() == get();
        }
    }

    /** @param method what was given the array, as {@code package.Class.method} */
    static void add(Object array, String method) {
        synchronized (KEPT) {
            for (Object gone = GONE.poll(); gone != null; gone = GONE.poll()) {
                KEPT.remove(gone);
            }
            KEPT.putIfAbsent(new Key(array, GONE), method);
            any = true;
        }
    }

    /**
     * Before an object or array becomes shared.
     *
     * @param path how the program reaches it
     * @throws UnsupportedOperationException if code that is not woven may go on using it
     */
    public static void requireNotKept(Object object, String path) {
        if (!any || !object.getClass().isArray()) {
            return;
        }
        String method;
        synchronized (KEPT) {
            method = KEPT.get(new Key(object, null));
        }
        if (method != null) {
            throw Refusal.of(path + " cannot be shared, for " + method + " was given this "
                    + object.getClass().getSimpleName() + " and may go on using it, where nothing keeps it coherent:"
                    + " give it a copy (array.clone())");
        }
    }
}
