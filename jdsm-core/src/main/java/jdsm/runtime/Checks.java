package jdsm.runtime;

/**
 * Checks whether the current worker may access a shared object or array, and brings the content where it may not. Each
 * check takes a handle: the value of field {@link Woven#FIELD}, or the result of {@link #of}. Null is the handle of an
 * object that is not shared; such a check costs one comparison. A check may precede its access by any distance,
 * provided that no synchronisation lies between them. Thread-safe; a method blocks while it fetches a copy.
 */
public final class Checks {
    /** A count of lost rights that is never reached again. */
    public static final long NEVER = Lowered.NEVER;

    private Checks() {}

    // Checks of objects, and of whole arrays.

    /** Makes all fields of an object, or all elements of an array, readable. */
    public static void read(Shared shared) {
        if (shared != null && !shared.isReadable()) {
            shared.miss(false);
        }
    }

    /** Makes all fields of an object, or all elements of an array, writable. */
    public static void write(Shared shared) {
        if (shared != null && !shared.isWritable()) {
            shared.miss(true);
        }
    }

    /**
     * Makes an array that is one unit readable, before a loop that reads elements. If an array of several units is
     * readable as a whole, no element needs a check either.
     *
     * @return null if no further check is needed; otherwise {@code shared}
     */
    public static Shared settleRead(Shared shared) {
        if (shared == null || shared.isReadable()) {
            return null;
        }
        return bringOne(shared, false);
    }

    /**
     * Makes an array that is one unit writable, before a loop that writes elements; otherwise as {@link #settleRead}.
     * Does not make units of a larger array writable, because the loop may write only some of them.
     */
    public static Shared settleWrite(Shared shared) {
        if (shared == null || shared.isWritable()) {
            return null;
        }
        return bringOne(shared, true);
    }

    /** As {@link #settleRead}, before a loop that reads elements which are not known before it. */
    public static Shared settleGather(Shared shared) {
        return settleRead(shared) == null || SlowPath.settle(shared, false) ? null : shared;
    }

    /** As {@link #settleWrite}, before a loop that writes elements which are not known before it. */
    public static Shared settleScatter(Shared shared) {
        return settleWrite(shared) == null || SlowPath.settle(shared, true) ? null : shared;
    }

    private static Shared bringOne(Shared shared, boolean write) {
        if (!shared.isOneUnit()) {
            return shared;
        }
        shared.miss(write);
        return null;
    }

    // Checks that are remembered until this rank's workers lose a right.

    /** The count of rights that this rank's workers have lost, which is never {@link #NEVER}. */
    public static long lowered() {
        return Lowered.times();
    }

    /** Whether no right was lost since a count, so that a check that passed then would pass again. */
    public static boolean isStill(long count) {
        return Lowered.isStill(count);
    }

    /**
     * Makes all fields of an object readable.
     *
     * @return the count of {@link #lowered} with which the check need not be made again; {@link #NEVER} if it must be
     */
    public static long readOnce(Shared shared) {
        long times = Lowered.times(); // before the check
        read(shared);
        return shared == null || shared.isReadable() ? times : NEVER;
    }

    /** As {@link #readOnce}, for writing. */
    public static long writeOnce(Shared shared) {
        long times = Lowered.times();
        write(shared);
        return shared == null || shared.isWritable() ? times : NEVER;
    }

    /**
     * Makes an array of one unit readable.
     *
     * @return null while no element needs a check; otherwise the handle, by which each is to be checked
     */
    public static Shared unlessReadable(Shared shared) {
        if (shared != null && shared.isOneUnit()) {
            read(shared);
        }
        return shared == null || shared.isReadable() ? null : shared;
    }

    /** As {@link #unlessReadable}, for writing. */
    public static Shared unlessWritable(Shared shared) {
        if (shared != null && shared.isOneUnit()) {
            write(shared);
        }
        return shared == null || shared.isWritable() ? null : shared;
    }

    // Checks of all objects of a class.

    /** The number that stands for a class in {@link #areReadable} and {@link #areWritable}, by its internal name. */
    public static int slotOf(String className) {
        return ClassRights.slotOf(className);
    }

    /**
     * The name for {@link #slotOf} under which all arrays count that a variable of a type may have.
     *
     * @param descriptor the type's descriptor, of arrays of references; null if it is unknown, or their elements' an interface
     */
    public static String arraysOf(String descriptor) {
        return ArrayRights.nameOf(descriptor);
    }

    /** Whether all objects of a class and of its subclasses are readable, so that none needs a check. */
    public static boolean areReadable(int slot) {
        return ClassRights.areReadable(slot);
    }

    /** Whether all objects of a class and of its subclasses are writable, and readable, so that none needs a check. */
    public static boolean areWritable(int slot) {
        return ClassRights.areWritable(slot);
    }

    /** Whether one object is writable, and readable, so that it needs no check. */
    public static boolean isWritable(Shared shared) {
        return shared == null || shared.isWritable();
    }

    // Checks of array elements.

    /** Makes an element readable. An index outside the array has no effect; the access throws. */
    public static void read(Shared shared, int index) {
        if (shared != null && !shared.isReadable(index)) {
            shared.miss(index, false);
        }
    }

    /** Makes an element writable. An index outside the array has no effect; the access throws. */
    public static void write(Shared shared, int index) {
        if (shared != null && !shared.isWritable(index)) {
            shared.miss(index, true);
        }
    }

    /**
     * Reads an element of an array of references, after its check, before a loop that is going to read it.
     *
     * @param slot see {@link #read(Object[], int, int)}
     * @return null where the read would throw
     */
    public static Object element(Object[] array, int index, int slot) {
        if (array == null || index < 0 || index >= array.length) {
            return null;
        }
        read(array, index, slot);
        return array[index];
    }

    /**
     * As {@link #read(Shared, int)}, with the search for the handle where that is needed.
     *
     * @param slot the number that {@link #slotOf} gives for the arrays which the variable may have, see {@link #arraysOf}
     */
    public static void read(Object[] array, int index, int slot) {
        if (!ClassRights.areReadable(slot)) {
            read(array, index);
        }
    }

    /** As {@link #write(Shared, int)}; otherwise as {@link #read(Object[], int, int)}. */
    public static void write(Object[] array, int index, int slot) {
        if (!ClassRights.areWritable(slot)) {
            write(array, index);
        }
    }

    /** As {@link #isWritableRow}, for reading. */
    static boolean isReadableRow(Object[] rows, int index, Object row) {
        if (row == null || !RowRights.areCounted()) {
            return row == null;
        }
        Shared all = of(rows);
        return all != null && all.isReadableRow(index, row);
    }

    /**
     * Whether an array that was found in another one needs no check before it is written, as far as that is known without
     * its handle.
     *
     * @param index the place of {@code row} in {@code rows}
     * @param row the array, or null
     */
    public static boolean isWritableRow(Object[] rows, int index, Object row) {
        if (row == null || !RowRights.areCounted()) {
            return row == null;
        }
        Shared all = of(rows);
        return all != null && all.isWritableRow(index, row);
    }

    /** As {@link #read(Shared, int)}, with the search for the handle where that is needed. */
    public static void read(Object[] array, int index) {
        if (array != null && !ArrayRights.areReadable(array)) {
            read(toRead(array), index);
        }
    }

    /** As {@link #write(Shared, int)}, with the search for the handle where that is needed. */
    public static void write(Object[] array, int index) {
        if (array != null && !ArrayRights.areWritable(array)) {
            write(of(array), index);
        }
    }

    /** Makes elements {@code from} to {@code to - 1} readable, as far as the array has them. */
    public static void readRange(Shared shared, int from, int to) {
        if (shared != null) {
            shared.range(from, to, false);
        }
    }

    /** Makes elements {@code from} to {@code to - 1} writable, as far as the array has them. */
    public static void writeRange(Shared shared, int from, int to) {
        if (shared != null) {
            shared.range(from, to, true);
        }
    }

    // Look-up of handles. An array without a handle may have one after the next synchronisation.

    /** The handle of an array; null if the array is null or not shared. */
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
     * The handle of an object or array of any type; null if the object is null or not shared. Classes and constants of
     * enums have no handle here.
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
        if (type == Object.class) {
            return SharedArrays.PLAIN_OBJECTS.find(object, 0);
        }
        return object instanceof Throwable ? SharedArrays.EXCEPTIONS.find(object, 0) : null;
    }

    // Look-up of handles for checks of reads alone. While the array is readable, there is often no need to find its
    // handle.

    /** The handle of an array; null if the array is null, not shared, or known to be readable. */
    public static Shared toRead(boolean[] array) {
        return array == null ? null : SharedArrays.BOOLEANS.findToRead(array, array.length);
    }

    /** As {@link #toRead(boolean[])}. */
    public static Shared toRead(byte[] array) {
        return array == null ? null : SharedArrays.BYTES.findToRead(array, array.length);
    }

    /** As {@link #toRead(boolean[])}. */
    public static Shared toRead(char[] array) {
        return array == null ? null : SharedArrays.CHARS.findToRead(array, array.length);
    }

    /** As {@link #toRead(boolean[])}. */
    public static Shared toRead(short[] array) {
        return array == null ? null : SharedArrays.SHORTS.findToRead(array, array.length);
    }

    /** As {@link #toRead(boolean[])}. */
    public static Shared toRead(int[] array) {
        return array == null ? null : SharedArrays.INTS.findToRead(array, array.length);
    }

    /** As {@link #toRead(boolean[])}. */
    public static Shared toRead(long[] array) {
        return array == null ? null : SharedArrays.LONGS.findToRead(array, array.length);
    }

    /** As {@link #toRead(boolean[])}. */
    public static Shared toRead(float[] array) {
        return array == null ? null : SharedArrays.FLOATS.findToRead(array, array.length);
    }

    /** As {@link #toRead(boolean[])}. */
    public static Shared toRead(double[] array) {
        return array == null ? null : SharedArrays.DOUBLES.findToRead(array, array.length);
    }

    /** As {@link #toRead(boolean[])}. */
    public static Shared toRead(Object[] array) {
        return array == null ? null : SharedArrays.REFERENCES.findToRead(array, array.length);
    }
}
