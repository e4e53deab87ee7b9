package jdsm.runtime;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Array;
import java.util.function.Consumer;

/**
 * The shared arrays of one element type, by identity; or the shared objects of class Object itself, which have no field
 * for a handle either. A look-up costs a comparison while there is no array of about the same length; else some nanoseconds.
 * Nothing remembers the last look-up: kernels use several arrays in turn, and workers would write to the same place.
 * What has been added stays. Thread-safe.
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

    /** Not of arrays, but of what {@link OwnState} says, by class instead of length. */
    static final SharedArrays OWN_STATE = new SharedArrays();

    private static final int FIRST_SLOTS = 64;

    private static final VarHandle SLOT = MethodHandles.arrayElementVarHandle(Shared[].class);

    /**
     * At most a quarter full, with linear probing. Replaced when it grows. Most who look up do so for an array that is not here, and
     * each entry on their way is a miss of a cache.
     */
    private volatile Shared[] slots = new Shared[FIRST_SLOTS];

    /**
     * A bit for each length that an array here has, as {@link #bit} tells: the lengths of what a program shares are few, and a private
     * array that has none of them needs no identity. Bits are only set, so that who knows an array has its length's, too.
     */
    private long lengths;

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

    /**
     * Looks an array up, or a plain object.
     *
     * @param length the array's, or 0
     */
    Shared find(Object object, int length) {
        return (lengths & bit(length)) == 0 ? null : search(slots, object);
    }

    /** Looks an array up that may be null. */
    Shared find(Object array) {
        return array == null ? null : find(array, Array.getLength(array));
    }

    /** By multiplication with the golden ratio (Knuth, The Art of Computer Programming, volume 3, 6.4), for powers of two are common. */
    private static long bit(int length) {
        return 1L << (length * 0x9E3779B9 >>> 26);
    }

    private static Shared search(Shared[] all, Object array) {
        int mask = all.length - 1;
        int slot = System.identityHashCode(array) & mask;
        Shared at = (Shared) SLOT.getAcquire(all, slot);
        while (at != null && at.array != array) {
            slot = slot + 1 & mask;
            at = (Shared) SLOT.getAcquire(all, slot);
        }
        return at;
    }

    /**
     * Adds an array.
     *
     * @param shared of this array alone
     * @return what is known of it already, and then stays; or null
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
        shared.array = array; // before anybody finds it
        insert(all, shared);
        count++;
        slots = all;
        lengths |= bit(length(array));
        return null;
    }

    private int length(Object array) {
        return this == PLAIN_OBJECTS ? 0 : this == OWN_STATE ? array.getClass().hashCode() : Array.getLength(array);
    }

    /** What is known of an object of {@link #OWN_STATE}; or null. */
    static Shared ownState(Object object) {
        return OWN_STATE.lengths == 0 || object == null
                ? null
                : OWN_STATE.find(object, object.getClass().hashCode());
    }

    /** All that is here; what is added meanwhile may be missing. */
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

    /** Twice as large; the old one stays as it is for who searches it. */
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
