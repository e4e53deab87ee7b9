package jdsm.runtime;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;

/**
 * Where woven code gives arrays to code that is not woven, of the JDK for instance: elements have to be there before the
 * call, for nothing checks inside. What has been made readable or writable stays so until the worker's next synchronisation.
 * Thread-safe; blocks where a copy has to be fetched.
 */
public final class ArrayCalls {
    private ArrayCalls() {}

    /** In place of {@link System#arraycopy}: one check of each range. */
    @SuppressWarnings("SuspiciousSystemArraycopy") // the caller's types, and the caller's exceptions
    public static void arraycopy(Object source, int sourceFrom, Object target, int targetFrom, int length) {
        Shared from = Checks.ofAny(source);
        if (from != null) {
            Checks.readRange(from, sourceFrom, end(sourceFrom, length));
        }
        Shared to = Checks.ofAny(target);
        if (to != null) {
            Checks.writeRange(to, targetFrom, end(targetFrom, length));
        }
        System.arraycopy(source, sourceFrom, target, targetFrom, length);
    }

    /** A length that is too great is left to the copying. */
    private static int end(int from, int length) {
        return (int) Math.min((long) from + length, Integer.MAX_VALUE);
    }

    /**
     * Before a call that only reads the array: makes all elements readable, and those of arrays in it.
     *
     * @param array anything; only shared arrays matter, null does not
     */
    public static void read(Object array) {
        given(array, false);
    }

    /**
     * Before a call of which is not known what it does to the array: makes all elements writable, and those of arrays in
     * it.
     *
     * @param array anything; only shared arrays matter, null does not
     */
    public static void passed(Object array) {
        given(array, true);
    }

    private static void given(Object array, boolean write) {
        if (mayHaveArrays(array)) {
            deep((Object[]) array, write, Collections.newSetFromMap(new IdentityHashMap<>()));
        } else {
            check(Checks.ofAny(array), write);
        }
    }

    private static void check(Shared shared, boolean write) {
        if (write) {
            Checks.write(shared);
        } else {
            Checks.read(shared);
        }
    }

    /** By its type: arrays of arrays, and those of {@code Object}, {@code Cloneable} and {@code Serializable}. */
    private static boolean mayHaveArrays(Object array) {
        if (!(array instanceof Object[])) {
            return false;
        }
        Class<?> component = array.getClass().getComponentType();
        return component.isArray() || component.isAssignableFrom(int[].class);
    }

    /** @param seen arrays of arrays, for one may be in itself */
    private static void deep(Object[] array, boolean write, Set<Object> seen) {
        if (!seen.add(array)) {
            return;
        }
        check(Checks.of(array), write);
        for (Object inner : array) {
            if (mayHaveArrays(inner)) {
                deep((Object[]) inner, write, seen);
            } else if (inner != null && inner.getClass().isArray()) {
                check(Checks.ofAny(inner), write);
            }
        }
    }

    /**
     * Before a call whose result goes on using the array, such as {@link java.util.Arrays#asList}.
     *
     * @param array anything; only shared arrays matter, null does not
     * @throws UnsupportedOperationException if the array is shared: nobody would check the accesses through the result
     */
    public static void viewed(Object array) {
        if (Checks.ofAny(array) != null) {
            throw Refusal.of("a view of a shared "
                    + array.getClass().getSimpleName()
                    + " is not kept coherent: make it of a copy of the array");
        }
    }
}
