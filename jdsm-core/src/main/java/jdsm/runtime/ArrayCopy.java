package jdsm.runtime;

import java.lang.reflect.Array;
import java.util.IdentityHashMap;
import java.util.Map;

/**
 * A private copy of a shared array, passed in its place to one call of code without checks that calls back into the
 * program. The program may synchronise in such a callback, and no check would precede the accesses after it. After the
 * call, {@link #back} stores to the array only the elements that the call changed in the copy, because the program or
 * another worker may have changed others. Used by one thread; blocks while it fetches a copy.
 */
public final class ArrayCopy {
    private final Object array;
    private final Object given;
    /** The content of {@code given} before the call; null if the call only reads. */
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

    /** A copy for a call that reads the array; null if the array is not shared. */
    public static ArrayCopy toRead(Object array) {
        return Checks.ofAny(array) == null ? null : whole(array, false);
    }

    /** A copy for a call that may write the array; null if the array is not shared. */
    public static ArrayCopy toWrite(Object array) {
        return Checks.ofAny(array) == null ? null : whole(array, true);
    }

    private static ArrayCopy whole(Object array, boolean write) {
        return range(array, 0, Array.getLength(array), write, false);
    }

    /**
     * A copy of elements {@code from} to {@code to - 1} for a call that reads them; null if the array is not shared or
     * the range is not within it.
     */
    public static ArrayCopy toRead(Object array, int from, int to) {
        return isWithin(array, from, to) ? range(array, from, to, false, true) : null;
    }

    /**
     * A copy of elements {@code from} to {@code to - 1} for a call that may write them; null if the array is not shared
     * or the range is not within it.
     */
    public static ArrayCopy toWrite(Object array, int from, int to) {
        return isWithin(array, from, to) ? range(array, from, to, true, true) : null;
    }

    /** Whether the array is shared and contains the range. The call itself throws for a range outside the array. */
    private static boolean isWithin(Object array, int from, int to) {
        return Checks.ofAny(array) != null && from >= 0 && from <= to && to <= Array.getLength(array);
    }

    private static ArrayCopy range(Object array, int from, int to, boolean write, boolean shifted) {
        Checks.readRange(Checks.ofAny(array), from, to);
        Observed.read(Observed.current(), array, from, to);
        Object given = copy(array, from, to - from);
        return new ArrayCopy(array, given, write ? copy(given, 0, to - from) : null, from, shifted);
    }

    @SuppressWarnings("SuspiciousSystemArraycopy") // both arrays have the same type
    private static Object copy(Object array, int from, int length) {
        Object copy = Array.newInstance(array.getClass().getComponentType(), length);
        System.arraycopy(array, from, copy, 0, length);
        return copy;
    }

    /**
     * Copies an array and all arrays nested in it for a call that reads them. Each array is copied once; the result is
     * the array itself if none of them is shared.
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

    /** @param copies the copy of each array visited so far; an array can contain itself */
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

    /** The argument for the call: the copy, or the array if there is no copy. */
    public static Object given(ArrayCopy copy, Object array) {
        return copy == null ? array : copy.given;
    }

    /** Translates an index of the array into an index of {@link #given}. */
    public static int index(ArrayCopy copy, int index) {
        return copy == null || !copy.shifted ? index : index - copy.from;
    }

    /** Translates the result of the call: a call that returned the copy of a whole array has returned the array. */
    public static Object result(ArrayCopy copy, Object result) {
        return copy != null && result == copy.given && !copy.shifted ? copy.array : result;
    }

    /** Stores the elements that the call changed to the array; called after the call, also if the call threw. */
    public static void back(ArrayCopy copy) {
        if (copy != null) {
            Differences.store(copy.before, copy.given, copy.array, copy.from);
        }
    }
}
