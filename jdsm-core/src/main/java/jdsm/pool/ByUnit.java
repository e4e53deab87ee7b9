package jdsm.pool;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * A map from units to values. Units that all ranks have from the beginning are entries of an array, so that neighbours
 * share a cache line and a lookup reads nothing else; later units are entries of a hash map. Not thread-safe.
 */
final class ByUnit<V> {
    private V[] initial;
    private final int most;
    private final Map<Integer, V> later = new HashMap<>();

    /** @param initialUnits the number of units that all ranks have from the beginning; their ids are the lowest */
    @SuppressWarnings("unchecked") // the array contains only values that put was given
    ByUnit(int initialUnits) {
        most = initialUnits;
        initial = (V[]) new Object[0];
    }

    /** The unit's value; null if there is none. */
    V get(int unit) {
        if (unit >= most) {
            return later.get(unit);
        }
        return unit < initial.length ? initial[unit] : null;
    }

    void put(int unit, V value) {
        if (unit >= most) {
            later.put(unit, value);
            return;
        }
        if (unit >= initial.length) {
            initial = Arrays.copyOf(initial, Math.min(most, Math.max(unit + 1, 2 * initial.length)));
        }
        initial[unit] = value;
    }

    /** Removes and returns the unit's value; null if there is none. */
    V remove(int unit) {
        if (unit >= most) {
            return later.remove(unit);
        }
        V value = get(unit);
        if (value != null) {
            initial[unit] = null;
        }
        return value;
    }
}
