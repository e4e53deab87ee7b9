package jdsm.runtime;

import java.lang.reflect.Array;
import java.lang.reflect.Executable;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Checks of arrays that woven code passes to code without checks, such as the JDK. The elements must be readable or
 * writable before the call, because the called code checks no access. The right to access them lasts until the worker's
 * next synchronisation. Thread-safe; a method blocks while it fetches a copy.
 */
public final class ArrayCalls {
    private ArrayCalls() {}

    /** Replaces {@link System#arraycopy}: checks each of the two ranges once, then copies. */
    @SuppressWarnings("SuspiciousSystemArraycopy") // a mismatch of the types throws, as in System.arraycopy
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

    /**
     * The index after the last element of a range, at most {@link Integer#MAX_VALUE}. The call that follows rejects a
     * length that the array does not have.
     */
    public static int end(int from, int length) {
        return (int) Math.min((long) from + length, Integer.MAX_VALUE);
    }

    /**
     * Makes all elements of an array readable, and those of arrays nested in it, before a call that only reads the
     * array and runs no code of the program meanwhile.
     *
     * @param array any object or null; the method ignores all but shared arrays
     */
    public static void read(Object array) {
        given(array);
    }

    /**
     * Makes all elements of an array writable before a call that writes the array.
     *
     * @param array any object or null; the method ignores all but shared arrays
     */
    public static void write(Object array) {
        Checks.write(Checks.ofAny(array));
    }

    /**
     * Makes all elements of an array readable for a call of the runtime that reads them on behalf of the program.
     *
     * @param array an array of a primitive type
     * @return the array; if it is shared, a copy, which no other worker changes
     */
    public static Object readable(Object array) {
        Shared shared = Checks.ofAny(array);
        if (shared == null) {
            return array;
        }
        int length = Array.getLength(array);
        Checks.readRange(shared, 0, length);
        Observed.readsAll(array);
        Object copy = Array.newInstance(array.getClass().getComponentType(), length);
        System.arraycopy(array, 0, copy, 0, length);
        return copy;
    }

    private static void given(Object array) {
        if (mayHaveArrays(array)) {
            deep((Object[]) array, inner -> Checks.read(Checks.ofAny(inner)));
        } else {
            Checks.read(Checks.ofAny(array));
        }
    }

    /**
     * Whether the type of an array admits arrays as elements: an array of arrays, of {@code Object}, {@code Cloneable}
     * or {@code Serializable}.
     */
    private static boolean mayHaveArrays(Object array) {
        if (!(array instanceof Object[])) {
            return false;
        }
        Class<?> component = array.getClass().getComponentType();
        return component.isArray() || component.isAssignableFrom(int[].class);
    }

    private static void deep(Object[] outer, Consumer<Object> use) {
        Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        Deque<Object[]> open = new ArrayDeque<>();
        open.add(outer);
        while (!open.isEmpty()) {
            Object[] array = open.remove();
            if (!seen.add(array)) {
                continue; // an array can contain itself
            }
            use.accept(array);
            for (Object inner : array) {
                if (mayHaveArrays(inner)) {
                    open.add((Object[]) inner);
                } else if (inner != null && inner.getClass().isArray()) {
                    use.accept(inner);
                }
            }
        }
    }

    /**
     * Refuses shared arrays before a call of a method that keeps its argument: the method, its receiver or its result
     * accesses the array after the call. A private array is recorded in {@link KeptArrays}, so that it cannot become
     * shared later.
     *
     * @param array any object or null; the method looks at arrays only, and at arrays nested in them
     * @param method the method, as {@code package.Class.method}
     * @throws UnsupportedOperationException if an array is shared: no check would precede the later accesses
     */
    public static void kept(Object array, String method) {
        kept(array, method, "goes on using");
    }

    /**
     * Refuses shared arrays before a call of a method whose effects JDSM does not know; otherwise as {@link #kept}.
     *
     * @throws UnsupportedOperationException if an array is shared
     */
    public static void unknown(Object array, String method) {
        kept(array, method, "is not known to JDSM, and may write or go on using");
    }

    /**
     * As {@link #kept} for the elements of an array that was made for this call, such as a varargs array. The array
     * itself is private; the arrays in it may be shared.
     */
    public static void keptInside(Object fresh, String method) {
        if (mayHaveArrays(fresh)) {
            for (Object inner : (Object[]) fresh) {
                kept(inner, method);
            }
        }
    }

    /** As {@link #keptInside}, before a call of a method whose effects JDSM does not know. */
    public static void unknownInside(Object fresh, String method) {
        if (mayHaveArrays(fresh)) {
            for (Object inner : (Object[]) fresh) {
                unknown(inner, method);
            }
        }
    }

    private static void kept(Object array, String method, String what) {
        if (array == null || !array.getClass().isArray()) {
            return;
        }
        Consumer<Object> refuse = given -> {
            if (Checks.ofAny(given) != null) {
                throw Refusal.of(method + " " + what + " the shared "
                        + given.getClass().getSimpleName() + " that it is given, where nothing keeps it coherent:"
                        + " give it a copy (array.clone()), and copy back what it has changed");
            }
            KeptArrays.add(given, method);
        };
        if (mayHaveArrays(array)) {
            deep((Object[]) array, refuse);
        } else {
            refuse.accept(array);
        }
    }

    /**
     * Refuses shared arrays as arguments of a reflective call of a JDK method, as {@link #unknown} does. A method of
     * the program is woven and checks its own accesses.
     *
     * @param method the method or constructor to be called, or null
     * @param arguments its arguments, or null
     */
    public static void invoked(Executable method, Object[] arguments) {
        if (method == null || arguments == null) {
            return;
        }
        ClassLoader loader = method.getDeclaringClass().getClassLoader();
        if (loader == null || loader == ClassLoader.getPlatformClassLoader()) {
            String name = method.getDeclaringClass().getName() + "." + method.getName() + ", called by reflection,";
            for (Object argument : arguments) {
                unknown(argument, name);
            }
        }
    }

    /**
     * Records in {@link KeptArrays} the array that a call returned and that the receiver of the call continues to use.
     */
    public static void handedOut(Object array, String method) {
        if (array != null && array.getClass().isArray()) {
            KeptArrays.add(array, method);
        }
    }
}
