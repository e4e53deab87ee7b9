package jdsm.runtime;

import java.lang.reflect.Executable;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.function.Consumer;

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

    /** The index behind the last; a length that is too great is left to the call. */
    public static int end(int from, int length) {
        return (int) Math.min((long) from + length, Integer.MAX_VALUE);
    }

    /**
     * Before a call that only reads the array, while nothing of the program runs: makes all elements readable, and those of arrays in it.
     *
     * @param array anything; only shared arrays matter, null does not
     */
    public static void read(Object array) {
        given(array);
    }

    /**
     * Before a call that writes the array: makes all elements writable.
     *
     * @param array anything; only shared arrays matter, null does not
     */
    public static void write(Object array) {
        Checks.write(Checks.ofAny(array));
    }

    private static void given(Object array) {
        if (mayHaveArrays(array)) {
            deep((Object[]) array, inner -> Checks.read(Checks.ofAny(inner)));
        } else {
            Checks.read(Checks.ofAny(array));
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

    private static void deep(Object[] outer, Consumer<Object> use) {
        Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        Deque<Object[]> open = new ArrayDeque<>();
        open.add(outer);
        while (!open.isEmpty()) {
            Object[] array = open.remove();
            if (!seen.add(array)) {
                continue; // one may be in itself
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
     * Before a call of a method of which is known that it, its receiver or its result goes on using the array.
     *
     * @param array anything; only arrays matter, and what is in them
     * @param method the method, as {@code package.Class.method}
     * @throws UnsupportedOperationException if the array is shared: nobody would check those accesses
     */
    public static void kept(Object array, String method) {
        kept(array, method, "goes on using");
    }

    /**
     * Before a call of a method of which is not known what it does: as {@link #kept}.
     *
     * @throws UnsupportedOperationException if the array is shared
     */
    public static void unknown(Object array, String method) {
        kept(array, method, "is not known to JDSM, and may write or go on using");
    }

    /** As {@link #kept}, of an array that has just been made for the call: what is in it may be shared, and nobody else has it. */
    public static void keptInside(Object fresh, String method) {
        if (mayHaveArrays(fresh)) {
            for (Object inner : (Object[]) fresh) {
                kept(inner, method);
            }
        }
    }

    /** As {@link #keptInside}, before a call of a method of which is not known what it does. */
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
     * Before a call by reflection: a method of the program checks for itself; of others is not known what they do.
     *
     * @param arguments what it is given, or null
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

    /** Behind a call whose result is an array that its receiver goes on using. */
    public static void handedOut(Object array, String method) {
        if (array != null && array.getClass().isArray()) {
            KeptArrays.add(array, method);
        }
    }
}
