package jdsm.pool;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Values by unit: those of units that all ranks have in an array, in which neighbours share a cache line and nothing else has
 * to be fetched from memory, those of units that come later in a map. One thread at a time uses it.
 */
final class ByUnit<V> {
    private V[] initial;
    private final int most;
    private final Map<Integer, V> later = new HashMap<>();

    /** @param initialUnits how many units all ranks have; their ids are the first */
    @SuppressWarnings("unchecked") // an array of nothing but what put is given
    ByUnit(int initialUnits) {
        most = initialUnits;
        initial = (V[]) new Object[0];
    }

    /** The value; null if there is none. */
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

    /** Takes the value out; null if there is none. */
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
