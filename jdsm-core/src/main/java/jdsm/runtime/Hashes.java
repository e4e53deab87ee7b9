package jdsm.runtime;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * Identity hash codes that are equal on all ranks for a shared object, and that do not change when an object becomes
 * shared. Thread-safe; does not block.
 */
public final class Hashes {
    private static final int SPREAD = 0x9e3779b9;

    /**
     * The hash codes drawn before the ranks compare their initial objects. They are numbered: up to that moment all
     * ranks ask for hash codes in the same order. An entry is never removed, also if its object does not become shared.
     */
    private static final Map<Object, Integer> EARLY = Collections.synchronizedMap(new IdentityHashMap<>());

    private static volatile boolean early = true;

    private Hashes() {}

    /** Replaces {@link System#identityHashCode} and {@code Object.hashCode}. */
    public static int of(Object object) {
        if (object instanceof Enum || object instanceof Class) {
            return ofConstant(object);
        }
        Shared shared = Checks.ofAny(object);
        return shared != null ? shared.hash() : object == null ? 0 : ofMade(object);
    }

    /** The hash code of an enum constant or a class, by its name. */
    public static int ofConstant(Object object) {
        if (object instanceof Enum<?> constant) {
            return constant.getDeclaringClass().getName().hashCode() * 31
                    + constant.name().hashCode();
        }
        return ((Class<?>) Objects.requireNonNull(object)).getName().hashCode();
    }

    /** The hash code of an object that is private to this rank; the object keeps it when it becomes shared. */
    public static int ofMade(Object object) {
        if (early) {
            return EARLY.computeIfAbsent(object, asked -> EARLY.size() * SPREAD);
        }
        Integer known = EARLY.isEmpty() ? null : EARLY.get(object);
        return known != null ? known : System.identityHashCode(object);
    }

    /**
     * The hash code of an object that all ranks have from the beginning.
     *
     * @param key the object's number among these objects
     */
    public static int ofInitial(Object object, int key) {
        Integer known = EARLY.get(object);
        return known != null ? known : ~key * SPREAD;
    }

    /** Whether all ranks still make the same objects in the same order, and what they have has to be equal: workers have not begun. */
    public static boolean areEarly() {
        return early;
    }

    /** Ends the phase in which all ranks make the same objects in the same order. */
    public static void begin() {
        early = false;
    }
}
