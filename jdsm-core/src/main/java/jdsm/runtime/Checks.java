package jdsm.runtime;

/**
 * The checks before accesses. Each takes what {@link Woven#FIELD} or {@link #of} has given: null stands for what is not
 * shared, and costs a comparison. A check may stand long before its access, but no synchronisation may lie between them.
 * Thread-safe; blocks where a copy has to be fetched.
 */
public final class Checks {
    private Checks() {}

    // Objects; and arrays as a whole.

    /** Before fields are read; or all elements. */
    public static void read(Shared shared) {
        if (shared != null && !shared.isReadable()) {
            shared.miss(false);
        }
    }

    /** Before fields are written; or all elements. */
    public static void write(Shared shared) {
        if (shared != null && !shared.isWritable()) {
            shared.miss(true);
        }
    }

    /**
     * Before loops that read elements of an array: the check of an array that is one unit.
     *
     * @return null if nothing is left to check; else {@code shared}
     */
    public static Shared settleRead(Shared shared) {
        if (shared == null || !shared.isOneUnit()) {
            return shared;
        }
        read(shared);
        return null;
    }

    /** As {@link #settleRead}, before loops that write elements. */
    public static Shared settleWrite(Shared shared) {
        if (shared == null || !shared.isOneUnit()) {
            return shared;
        }
        write(shared);
        return null;
    }

    // Elements of arrays.

    /** Before an element is read; an index outside is left to the access. */
    public static void read(Shared shared, int index) {
        if (shared != null && !shared.isReadable(index)) {
            shared.miss(index, false);
        }
    }

    /** Before an element is written; an index outside is left to the access. */
    public static void write(Shared shared, int index) {
        if (shared != null && !shared.isWritable(index)) {
            shared.miss(index, true);
        }
    }

    /** Before elements {@code from} to {@code to - 1} are read; nothing is said of those outside the array. */
    public static void readRange(Shared shared, int from, int to) {
        if (shared != null) {
            shared.range(from, to, false);
        }
    }

    /** Before elements {@code from} to {@code to - 1} are written; nothing is said of those outside the array. */
    public static void writeRange(Shared shared, int from, int to) {
        if (shared != null) {
            shared.range(from, to, true);
        }
    }

    // What is known of an array. What was null may be something else behind the next synchronisation.

    /** What is known of an array, or null if it is null, or not shared. */
    public static Shared of(boolean[] array) {
        return array == null ? null : SharedArrays.BOOLEANS.find(array, array.length);
    }

    /** As {@link #of(boolean[])}. */
    public static Shared of(byte[] array) {
        return array == null ? null : SharedArrays.BYTES.find(array, array.length);
    }

    /** As {@link #of(boolean[])}. */
    public static Shared of(char[] array) {
        return array == null ? null : SharedArrays.CHARS.find(array, array.length);
    }

    /** As {@link #of(boolean[])}. */
    public static Shared of(short[] array) {
        return array == null ? null : SharedArrays.SHORTS.find(array, array.length);
    }

    /** As {@link #of(boolean[])}. */
    public static Shared of(int[] array) {
        return array == null ? null : SharedArrays.INTS.find(array, array.length);
    }

    /** As {@link #of(boolean[])}. */
    public static Shared of(long[] array) {
        return array == null ? null : SharedArrays.LONGS.find(array, array.length);
    }

    /** As {@link #of(boolean[])}. */
    public static Shared of(float[] array) {
        return array == null ? null : SharedArrays.FLOATS.find(array, array.length);
    }

    /** As {@link #of(boolean[])}. */
    public static Shared of(double[] array) {
        return array == null ? null : SharedArrays.DOUBLES.find(array, array.length);
    }

    /** As {@link #of(boolean[])}. */
    public static Shared of(Object[] array) {
        return array == null ? null : SharedArrays.REFERENCES.find(array, array.length);
    }

    /**
     * What is known of an object or array of any type, or null if it is null, or not shared; not of classes and
     * constants.
     */
    public static Shared ofAny(Object object) {
        if (object instanceof Woven woven) {
            return woven.$jdsm();
        }
        if (object == null) {
            return null;
        }
        Class<?> type = object.getClass();
        if (type.isArray()) {
            return SharedArrays.of(type).find(object);
        }
        return type == Object.class ? SharedArrays.PLAIN_OBJECTS.find(object, 0) : null;
    }
}
