package jdsm.runtime;

import java.lang.ref.WeakReference;

/**
 * The shared arrays of one element type, by identity. While there is none, a look-up costs a comparison; and one for the
 * array that was looked up last costs two. Arrays are held weakly. Thread-safe.
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

    private static final int FIRST_SLOTS = 64;

    /** An array and what is known of it; the chain is immutable but for what it starts with. */
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

    /** The last look-up, found or not, as long as no array has been added. */
    private record Last(Object array, Shared shared) {}

    /** Null: there is none. Replaced when it grows; slots are published by volatile writes of this. */
    private volatile Entry[] slots;

    private volatile Last last = new Last(null, null);
    private int count;

    private SharedArrays() {}

    /** Those of an array class. */
    public static SharedArrays of(Class<?> arrayClass) {
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
        return all == null ? null : find(all, array);
    }

    private Shared find(Entry[] all, Object array) {
        Last recent = last;
        if (recent.array == array) {
            return recent.shared;
        }
        return search(all, array);
    }

    private Shared search(Entry[] all, Object array) {
        int hash = System.identityHashCode(array);
        Shared found = null;
        for (Entry entry = all[hash & all.length - 1]; entry != null; entry = entry.next) {
            if (entry.refersTo(array)) {
                found = entry.shared;
                break;
            }
        }
        remember(all, array, found);
        return found;
    }

    /** Not what was looked up before an array came. */
    private synchronized void remember(Entry[] all, Object array, Shared found) {
        if (all == slots) {
            last = new Last(array, found);
        }
    }

    /**
     * Adds an array.
     *
     * @return what is known of it already, and then stays; or null
     */
    public synchronized Shared add(Object array, Shared shared) {
        Entry[] old = slots;
        int hash = System.identityHashCode(array);
        if (old != null) {
            for (Entry entry = old[hash & old.length - 1]; entry != null; entry = entry.next) {
                if (entry.refersTo(array)) {
                    return entry.shared;
                }
            }
        }
        Entry[] all = old == null ? new Entry[FIRST_SLOTS] : count >= old.length ? grown(old) : old.clone();
        insert(all, array, hash, shared);
        count++;
        slots = all;
        last = new Last(null, null);
        return null;
    }

    private static void insert(Entry[] all, Object array, int hash, Shared shared) {
        int slot = hash & all.length - 1;
        all[slot] = new Entry(array, hash, shared, all[slot]);
    }

    private Entry[] grown(Entry[] old) {
        count = 0;
        Entry[] all = new Entry[old.length * 2];
        for (Entry chain : old) {
            for (Entry entry = chain; entry != null; entry = entry.next) {
                Object array = entry.get();
                if (array != null) {
                    insert(all, array, entry.hash, entry.shared);
                    count++;
                }
            }
        }
        return all;
    }
}
