package jdsm.util;

import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * The methods of a {@link ConcurrentHashMap} that compute a value by a callback, with the monitor of the key's part. A callback may change other entries; one that adds or removes
 * the key's is refused.
 */
final class PartComputing {
    private PartComputing() {}

    static <K, V> V ifAbsent(Part<K, V> part, int hash, K key, Function<? super K, ? extends V> function) {
        int slot = part.find(hash, key);
        if (slot >= 0) {
            return part.value(slot);
        }
        int changes = part.changes;
        V value = function.apply(key);
        set(part, hash, key, slot, value, changes);
        return value;
    }

    static <K, V> V ifPresent(
            Part<K, V> part, int hash, K key, BiFunction<? super K, ? super V, ? extends V> function) {
        int slot = part.find(hash, key);
        return slot < 0 ? null : computed(part, hash, key, slot, function);
    }

    static <K, V> V any(Part<K, V> part, int hash, K key, BiFunction<? super K, ? super V, ? extends V> function) {
        return computed(part, hash, key, part.find(hash, key), function);
    }

    private static <K, V> V computed(
            Part<K, V> part, int hash, K key, int slot, BiFunction<? super K, ? super V, ? extends V> function) {
        int changes = part.changes;
        V value = function.apply(key, slot < 0 ? null : part.value(slot));
        set(part, hash, key, slot, value, changes);
        return value;
    }

    static <K, V> V merge(
            Part<K, V> part, int hash, K key, V value, BiFunction<? super V, ? super V, ? extends V> function) {
        int slot = part.find(hash, key);
        int changes = part.changes;
        V merged = slot < 0 ? value : function.apply(part.value(slot), value);
        set(part, hash, key, slot, merged, changes);
        return merged;
    }

    /**
     * Gives a key a value, or none for null.
     *
     * @param before its slot before the function, or -1
     * @param changes the changes of the part before the function
     */
    private static <K, V> void set(Part<K, V> part, int hash, K key, int before, V value, int changes) {
        int slot = part.changes == changes ? before : part.find(hash, key);
        if (slot < 0 != before < 0) {
            throw new IllegalStateException("Recursive update");
        } else if (slot >= 0 && value == null) {
            part.remove(slot);
        } else if (slot >= 0) {
            part.set(slot, value);
        } else if (value != null) {
            part.add(hash, key, value);
        }
    }
}
