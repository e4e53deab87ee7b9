package jdsm.runtime;

import java.lang.reflect.Array;
import java.util.IdentityHashMap;
import java.util.Map;

/**
 * A copy of a shared array for one call of code that is not woven and calls the program meanwhile: behind a synchronisation
 * there, nobody would check before the rest of the accesses. What the call changes in the copy is stored to the array behind it,
 * and nothing else, for the program or another worker may have changed the rest. Used by one thread; blocks where a copy has to
 * be fetched.
 */
public final class ArrayCopy {
    private final Object array;
    private final Object given;
    /** What it was like when it was given; null where the call only reads. */
    private final Object before;

    private final int from;
    private final boolean shifted;

    private ArrayCopy(Object array, Object given, Object before, int from, boolean shifted) {
        this.array = array;
        this.given = given;
        this.before = before;
        this.from = from;
        this.shifted = shifted;
    }

    /** For a call that reads the array; null if it is not shared. */
    public static ArrayCopy toRead(Object array) {
        return Checks.ofAny(array) == null ? null : whole(array, false);
    }

    /** For a call that may write it; null if it is not shared. */
    public static ArrayCopy toWrite(Object array) {
        return Checks.ofAny(array) == null ? null : whole(array, true);
    }

    private static ArrayCopy whole(Object array, boolean write) {
        return range(array, 0, Array.getLength(array), write, false);
    }

    /** For a call that reads elements {@code from} to {@code to - 1}; null if the array is not shared, or has none such. */
    public static ArrayCopy toRead(Object array, int from, int to) {
        return isWithin(array, from, to) ? range(array, from, to, false, true) : null;
    }

    /** For a call that may write elements {@code from} to {@code to - 1}; null if the array is not shared, or has none such. */
    public static ArrayCopy toWrite(Object array, int from, int to) {
        return isWithin(array, from, to) ? range(array, from, to, true, true) : null;
    }

    /** What is not within is left to the call, which throws. */
    private static boolean isWithin(Object array, int from, int to) {
        return Checks.ofAny(array) != null && from >= 0 && from <= to && to <= Array.getLength(array);
    }

    private static ArrayCopy range(Object array, int from, int to, boolean write, boolean shifted) {
        Checks.readRange(Checks.ofAny(array), from, to);
        Observed.read(Observed.current(), array, from, to);
        Object given = copy(array, from, to - from);
        return new ArrayCopy(array, given, write ? copy(given, 0, to - from) : null, from, shifted);
    }

    @SuppressWarnings("SuspiciousSystemArraycopy") // arrays of one type
    private static Object copy(Object array, int from, int length) {
        Object copy = Array.newInstance(array.getClass().getComponentType(), length);
        System.arraycopy(array, from, copy, 0, length);
        return copy;
    }

    /**
     * For a call that reads the array and all arrays in it: a copy in which each shared one is copied, once; the array itself if
     * none is shared.
     */
    public static Object deep(Object array) {
        if (!(array instanceof Object[] outer)) {
            return array == null ? null : leaf(array);
        }
        return isAnyShared(outer, new IdentityHashMap<>()) ? deep(outer, new IdentityHashMap<>()) : array;
    }

    private static boolean isAnyShared(Object[] array, Map<Object, Object> seen) {
        if (seen.put(array, array) != null) {
            return false;
        }
        if (Checks.of(array) != null) {
            return true;
        }
        for (Object inner : array) {
            boolean shared = inner instanceof Object[] next
                    ? isAnyShared(next, seen)
                    : inner != null && inner.getClass().isArray() && Checks.ofAny(inner) != null;
            if (shared) {
                return true;
            }
        }
        return false;
    }

    private static Object leaf(Object array) {
        boolean shared = array.getClass().isArray() && Checks.ofAny(array) != null;
        return shared ? whole(array, false).given : array;
    }

    /** @param copies by array, for one may be in itself */
    private static Object deep(Object[] array, Map<Object, Object> copies) {
        Object known = copies.get(array);
        if (known != null) {
            return known;
        }
        Checks.read(Checks.of(array));
        Observed.read(Observed.current(), array, 0, array.length);
        Object[] copy = array.clone();
        copies.put(array, copy);
        for (int i = 0; i < copy.length; i++) {
            Object inner = copy[i];
            if (inner instanceof Object[] next) {
                copy[i] = deep(next, copies);
            } else if (inner != null && inner.getClass().isArray()) {
                copy[i] = copies.computeIfAbsent(inner, ArrayCopy::leaf);
            }
        }
        return copy;
    }

    /** What to give to the call: the copy, or the array where there is none. */
    public static Object given(ArrayCopy copy, Object array) {
        return copy == null ? array : copy.given;
    }

    /** An index of the array as one of what is given. */
    public static int index(ArrayCopy copy, int index) {
        return copy == null || !copy.shifted ? index : index - copy.from;
    }

    /** The call's result: the array where that is the copy. */
    public static Object result(ArrayCopy copy, Object result) {
        return copy != null && result == copy.given && !copy.shifted ? copy.array : result;
    }

    /** Behind a call that may have written, also where it has thrown. */
    public static void back(ArrayCopy copy) {
        if (copy != null) {
            Differences.store(copy.before, copy.given, copy.array, copy.from);
        }
    }
}
