package jdsm.runtime;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * A table of the handles of shared arrays of one element type, by the arrays' identity. Objects of class Object, which
 * have no field for a handle either, have a table as well, and so have exceptions of the JDK's classes. A look-up costs one comparison while no entry has about the
 * same length, otherwise some nanoseconds. The table does not cache the last look-up: kernels use several arrays in
 * turn, and all workers would write to the cache. Thread-safe.
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
    static final SharedArrays EXCEPTIONS = new SharedArrays();

    /** The constants of {@link OwnState}, by class in place of length. */
    static final SharedArrays OWN_STATE = new SharedArrays();

    /** The tables of all but the constants. */
    private static final List<SharedArrays> TABLES = List.of(
            BOOLEANS, BYTES, CHARS, SHORTS, INTS, LONGS, FLOATS, DOUBLES, REFERENCES, PLAIN_OBJECTS, EXCEPTIONS);

    private static final int FIRST_SLOTS = 64;

    /** Closed while entries are away. */
    private static final Gate CONCEALED = new Gate();

    private static volatile BooleanSupplier seesThrough;

    private static final VarHandle SLOT = MethodHandles.arrayElementVarHandle(Shared[].class);

    /**
     * A hash table with linear probing, at most a quarter full, replaced when it grows. Most look-ups are for arrays
     * without an entry, and each probed entry of another array is a cache miss.
     */
    private volatile Shared[] slots = new Shared[FIRST_SLOTS];

    /**
     * A Bloom filter of the lengths in the table, one bit for a length, see {@link #bit}. The shared arrays of a
     * program have few different lengths; an array of another length needs no identity hash code. Bits are only set: a
     * thread that knows of an array also sees the bit of its length.
     */
    private long lengths;

    private int count;

    /** The rights to the arrays. */
    private final HashCounts rights = new HashCounts();

    private SharedArrays() {}

    /** The table for an array class, for class Object, or for a class of exceptions. */
    public static SharedArrays of(Class<?> arrayClass) {
        if (arrayClass == Object.class) {
            return PLAIN_OBJECTS;
        } else if (!arrayClass.isArray()) {
            return EXCEPTIONS;
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

    /**
     * Finds the handle of an array or plain object; null if there is none.
     *
     * @param length the array's length, or 0
     */
    Shared find(Object object, int length) {
        if ((lengths & bit(length)) == 0) {
            return null;
        }
        Shared[] all = slots;
        Shared found = search(all, object);
        if (found != null) {
            return found;
        }
        VarHandle.loadLoadFence(); // what has been searched was the table before the next look
        return CONCEALED.isClosed() || slots != all ? searchAgain(object) : null;
    }

    /**
     * As {@link #find(Object, int)}, for one who is about to check nothing but reads of the array.
     *
     * @return null also if the array is readable
     */
    Shared findToRead(Object array, int length) {
        if ((lengths & bit(length)) == 0 || rights.areReadable(System.identityHashCode(array))) {
            return null;
        }
        return find(array, length);
    }

    private Shared searchAgain(Object object) {
        BooleanSupplier exempt = seesThrough;
        if (exempt != null && !exempt.getAsBoolean()) {
            CONCEALED.awaitOpen();
        }
        return search(slots, object);
    }

    /**
     * Removes entries from all tables of arrays and plain objects, and begins a time in which a thread that misses an
     * entry waits for the end of this time.
     *
     * @param gone whether to remove an entry
     * @param exempt whether the calling thread does not wait
     */
    static void conceal(Predicate<Shared> gone, BooleanSupplier exempt) {
        seesThrough = exempt;
        CONCEALED.close();
        TABLES.forEach(table -> table.take(gone));
    }

    /** Ends the time in which entries are away. */
    static void reveal() {
        TABLES.forEach(SharedArrays::resume);
        CONCEALED.open();
        seesThrough = null;
    }

    /** Finds the handle of an array; null if there is none or the array is null. */
    Shared find(Object array) {
        return array == null ? null : find(array, Array.getLength(array));
    }

    /** As {@link #findToRead(Object, int)}, of an array or null. */
    Shared findToRead(Object array) {
        return array == null ? null : findToRead(array, Array.getLength(array));
    }

    /**
     * Hashes a length by multiplication with the golden ratio (Knuth, The Art of Computer Programming, volume 3, 6.4),
     * because powers of two are common lengths.
     */
    private static long bit(int length) {
        return 1L << (length * 0x9E3779B9 >>> 26);
    }

    private static Shared search(Shared[] all, Object array) {
        int mask = all.length - 1;
        int slot = System.identityHashCode(array) & mask;
        Shared at = at(all, slot);
        while (at != null && at.array != array) {
            slot = slot + 1 & mask;
            at = at(all, slot);
        }
        return at;
    }

    private static Shared at(Shared[] all, int slot) {
        Shared at = all[slot];
        VarHandle.acquireFence(); // as strong as SLOT.getAcquire, and quicker to compile
        return at;
    }

    /**
     * Adds an array, unless it has a handle.
     *
     * @param shared a handle for this array alone
     * @return the handle that the array had already, and keeps; or null
     */
    public synchronized Shared add(Object array, Shared shared) {
        Shared[] all = slots;
        Shared known = search(all, array);
        if (known != null) {
            return known;
        }
        if (4 * count >= all.length) {
            all = grown(all);
        }
        shared.array = array; // before another thread can find the handle
        if (hasElements()) {
            rights.begin();
            shared.enter(rights, System.identityHashCode(array));
        }
        insert(all, shared);
        count++;
        slots = all;
        lengths |= bit(length(array));
        Lowered.count();
        return null;
    }

    /**
     * Removes arrays, lets go of them, and makes the table as small as the others allow. Until {@link #resume} none of them
     * seems readable.
     */
    private synchronized void take(Predicate<Shared> gone) {
        List<Shared> kept = new ArrayList<>();
        for (Shared shared : slots) {
            if (shared == null) {
                continue;
            } else if (gone.test(shared)) {
                suspend(shared);
                shared.array = null;
            } else {
                kept.add(shared);
            }
        }
        if (kept.size() == count) {
            return;
        }
        int length = FIRST_SLOTS;
        while (length <= 4 * kept.size()) {
            length *= 2;
        }
        Shared[] all = new Shared[length];
        kept.forEach(shared -> insert(all, shared));
        count = kept.size();
        slots = all;
    }

    private void suspend(Shared shared) {
        if (hasElements()) {
            int hash = System.identityHashCode(shared.array);
            rights.suspend(hash);
            shared.leave(rights, hash);
        }
    }

    private synchronized void resume() {
        rights.resume();
    }

    private boolean hasElements() {
        return this != PLAIN_OBJECTS && this != EXCEPTIONS && this != OWN_STATE;
    }

    private int length(Object array) {
        return hasElements()
                ? Array.getLength(array)
                : this == OWN_STATE ? array.getClass().hashCode() : 0;
    }

    /** The constant of an object in {@link #OWN_STATE}, or null. */
    static Shared ownState(Object object) {
        return OWN_STATE.lengths == 0 || object == null
                ? null
                : OWN_STATE.find(object, object.getClass().hashCode());
    }

    /** Calls {@code action} with each handle; handles that are added meanwhile may be missed. */
    void forEach(Consumer<Shared> action) {
        for (Shared shared : slots) {
            if (shared != null) {
                action.accept(shared);
            }
        }
    }

    private static void insert(Shared[] all, Shared shared) {
        int mask = all.length - 1;
        int slot = System.identityHashCode(shared.array) & mask;
        while (all[slot] != null) {
            slot = slot + 1 & mask;
        }
        SLOT.setRelease(all, slot, shared);
    }

    /** A table of twice the size. The old one does not change: other threads may be searching it. */
    private static Shared[] grown(Shared[] old) {
        Shared[] all = new Shared[old.length * 2];
        for (Shared shared : old) {
            if (shared != null) {
                insert(all, shared);
            }
        }
        return all;
    }
}
