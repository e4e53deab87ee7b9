package jdsm.runtime;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The private arrays that code without checks may still use. They must not become shared, because no check would
 * precede the accesses of that code. The arrays are held by weak references. Thread-safe.
 */
public final class KeptArrays {
    private static final Map<Key, String> KEPT = new HashMap<>();
    private static final ReferenceQueue<Object> GONE = new ReferenceQueue<>();
    private static volatile boolean any;

    private KeptArrays() {}

    /**
     * A weak reference to an array, compared by the array's identity. After the array was collected, a key is equal
     * only to itself.
     */
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

    /**
     * Records an array.
     *
     * @param method the method that was given the array, as {@code package.Class.method}
     */
    static void add(Object array, String method) {
        synchronized (KEPT) {
            for (Object gone = GONE.poll(); gone != null; gone = GONE.poll()) {
                KEPT.remove(gone);
            }
            KEPT.putIfAbsent(new Key(array, GONE), method);
            any = true;
        }
    }

    /** Whether an object is a recorded array. */
    public static boolean isKept(Object object) {
        return methodOf(object) != null;
    }

    /** The method that a recorded array was given to; null for any other object. */
    private static String methodOf(Object object) {
        if (!any || !object.getClass().isArray()) {
            return null;
        }
        synchronized (KEPT) {
            return KEPT.get(new Key(object, null));
        }
    }

    /**
     * Refuses an object that is a recorded array, before the object becomes shared.
     *
     * @param path gives the path by which the program reaches the object, for the message
     * @throws UnsupportedOperationException if code without checks may still use the array
     */
    public static void requireNotKept(Object object, Supplier<String> path) {
        String method = methodOf(object);
        if (method != null) {
            throw Refusal.of(path.get() + " cannot be shared, for " + method + " was given this "
                    + object.getClass().getSimpleName() + " and may go on using it, where nothing keeps it coherent:"
                    + " give it a copy (array.clone())");
        }
    }
}
