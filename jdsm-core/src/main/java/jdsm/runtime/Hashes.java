package jdsm.runtime;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;

/**
 * Hash codes of objects whose classes have none of their own: once an object is shared, the same on all ranks, and still
 * what it was before. Thread-safe; does not block.
 */
public final class Hashes {
    private static final int SPREAD = 0x9e3779b9;

    /**
     * Those asked for before the ranks compare what they have: numbered, for the ranks ask in the same order then. Kept for
     * what is not shared.
     */
    private static final Map<Object, Integer> EARLY = Collections.synchronizedMap(new IdentityHashMap<>());

    private static volatile boolean early = true;

    private Hashes() {}

    /** In place of {@link System#identityHashCode}, and of {@code Object.hashCode}. */
    public static int of(Object object) {
        Shared shared = Checks.ofAny(object);
        return shared != null ? shared.hash() : object == null ? 0 : ofMade(object);
    }

    /** What an object has that is this rank's own, and keeps when it comes to be shared. */
    public static int ofMade(Object object) {
        if (early) {
            return EARLY.computeIfAbsent(object, asked -> EARLY.size() * SPREAD);
        }
        Integer known = EARLY.isEmpty() ? null : EARLY.get(object);
        return known != null ? known : System.identityHashCode(object);
    }

    /**
     * What an object has that all ranks have.
     *
     * @param key its place among these
     */
    public static int ofInitial(Object object, int key) {
        Integer known = EARLY.get(object);
        return known != null ? known : ~key * SPREAD;
    }

    /** From now on ranks make objects of their own. */
    public static void begin() {
        early = false;
    }
}
