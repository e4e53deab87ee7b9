package jdsm.directory;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import jdsm.runtime.Refusal;

/**
 * The locks of classes and constants. A hash of the name chooses the lock, so that all ranks agree without a message.
 * Thread-safe.
 */
final class NamedLocks {
    /** The number of ids: so many more than names that two names rarely get one lock. An unused id costs nothing. */
    static final int IDS = 1 << 26;

    /**
     * A hash multiplier: an odd number with irregular bits. A product with it has well-mixed bits, the upper ones best.
     */
    private static final long MIX = 0x9E3779B97F4A7C15L;

    private final Map<Integer, String> names = new ConcurrentHashMap<>();

    /**
     * The place of a name's lock among the ids. Two names with one hash would share a lock, which is wrong for nested
     * monitors and for waits; a rank that uses both names refuses the second.
     *
     * @throws IllegalStateException if another name has the same lock
     */
    int placeOf(String name) {
        long hash = 0;
        for (int i = 0; i < name.length(); i++) {
            hash = (hash ^ name.charAt(i)) * MIX;
            hash ^= hash >>> Integer.SIZE;
        }
        int place = (int) Math.floorMod(hash * MIX >> Integer.SIZE, (long) IDS);
        String known = names.putIfAbsent(place, name);
        if (known != null && !known.equals(name)) {
            throw Refusal.of(new IllegalStateException("the monitors of " + known + " and of " + name
                    + " happen to have one number: synchronize on something else, or rename it"));
        }
        return place;
    }

    /** The name that has a place, in words. */
    String nameOf(int place) {
        return names.getOrDefault(place, "a class or constant");
    }
}
