package jdsm.runtime;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.WeakReference;

/**
 * The shared arrays of one element type, by identity; or the shared objects of class Object itself, which have no field
 * for a handle either. While there is none, a look-up costs a comparison; else some nanoseconds. Nothing remembers the
 * last look-up: kernels use several arrays in turn, and workers would write to the same place. Arrays are held weakly.
 * Thread-safe.
 */
public final class SharedArrays {
    static final SharedArrays BOOLEANS = new SharedArrays();
    static final SharedArrays BYTES = new SharedArrays();
    static final SharedArrays CHARS = new SharedArrays();
    static final SharedArrays SHORTS = new SharedArrays();
    static final SharedArrays INTS = new SharedArrays();
    static final SharedArrays LONGS = new SharedArrays();
    static final SharedArrays FLOATS = new SharedArrays();
    static final SharedArrays DOUBLES = new SharedArrays();
    static final SharedArrays REFERENCES = new SharedArrays();
    static final SharedArrays PLAIN_OBJECTS = new SharedArrays();

    private static final int FIRST_SLOTS = 64;

    private static final VarHandle SLOT = MethodHandles.arrayElementVarHandle(Entry[].class);

    /** An array and what is known of it. */
    private static final class Entry extends WeakReference<Object> {
        private final int hash;
        private final Shared shared;
        private final Entry next;

        private Entry(Object array, int hash, Shared shared, Entry next) {
            super(array);
            this.hash = hash;
            this.shared = shared;
            this.next = next;
        }
    }

    /** Chains of entries, or null: there is none. Replaced when it grows. */
    private volatile Entry[] slots;

    private int count;

    private SharedArrays() {}

    /** Those of an array class, or of class Object. */
    public static SharedArrays of(Class<?> arrayClass) {
        if (arrayClass == Object.class) {
            return PLAIN_OBJECTS;
        }
        Class<?> element = arrayClass.getComponentType();
        if (!element.isPrimitive()) {
            return REFERENCES;
        } else if (element == double.class) {
            return DOUBLES;
        } else if (element == int.class) {
            return INTS;
        } else if (element == long.class) {
            return LONGS;
        } else if (element == byte.class) {
            return BYTES;
        } else if (element == float.class) {
            return FLOATS;
        } else if (element == boolean.class) {
            return BOOLEANS;
        } else if (element == char.class) {
            return CHARS;
        }
        return SHORTS;
    }

    Shared find(Object array) {
        Entry[] all = slots;
        return all == null ? null : search(all, array);
    }

    private static Shared search(Entry[] all, Object array) {
        if (array == null) {
            return null;
        }
        Entry entry = entryOf(all, array, System.identityHashCode(array));
        return entry == null ? null : entry.shared;
    }

    private static Entry entryOf(Entry[] all, Object array, int hash) {
        Entry entry = (Entry) SLOT.getAcquire(all, hash & all.length - 1);
        while (entry != null && !entry.refersTo(array)) {
            entry = entry.next;
        }
        return entry;
    }

    /**
     * Adds an array.
     *
     * @return what is known of it already, and then stays; or null
     */
    public synchronized Shared add(Object array, Shared shared) {
        int hash = System.identityHashCode(array);
        Entry[] all = slots == null ? new Entry[FIRST_SLOTS] : slots;
        Entry known = entryOf(all, array, hash);
        if (known != null) {
            return known.shared;
        }
        if (count >= all.length) {
            all = grown(all);
        }
        insert(all, array, hash, shared);
        slots = all;
        return null;
    }

    private void insert(Entry[] all, Object array, int hash, Shared shared) {
        int slot = hash & all.length - 1;
        SLOT.setRelease(all, slot, new Entry(array, hash, shared, all[slot]));
        count++;
    }

    /** Twice as large, without arrays that are no more; the old one stays as it is for who searches it. */
    private Entry[] grown(Entry[] old) {
        count = 0;
        Entry[] all = new Entry[old.length * 2];
        for (Entry chain : old) {
            for (Entry entry = chain; entry != null; entry = entry.next) {
                Object array = entry.get();
                if (array != null) {
                    insert(all, array, entry.hash, entry.shared);
                }
            }
        }
        return all;
    }
}
