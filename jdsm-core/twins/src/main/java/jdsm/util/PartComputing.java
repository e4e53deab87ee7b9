package jdsm.util;

import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * The methods of a {@link ConcurrentHashMap} that compute a value by a callback, with the monitor of the key's part. A callback may change other entries, but not
 * the key's.
 */
final class PartComputing {
    private PartComputing() {}

    static <K, V> V ifAbsent(Part<K, V> part, int hash, K key, Function<? super K, ? extends V> function) {
        V before = part.get(hash, key);
        if (before != null) {
            return before;
        }
        int changes = part.changes;
        V value = function.apply(key);
        if (value != null) {
            set(part, hash, key, null, value, changes);
        }
        return value;
    }

    static <K, V> V ifPresent(
            Part<K, V> part, int hash, K key, BiFunction<? super K, ? super V, ? extends V> function) {
        return part.get(hash, key) == null ? null : any(part, hash, key, function);
    }

    static <K, V> V any(Part<K, V> part, int hash, K key, BiFunction<? super K, ? super V, ? extends V> function) {
        V before = part.get(hash, key);
        int changes = part.changes;
        V value = function.apply(key, before);
        set(part, hash, key, before, value, changes);
        return value;
    }

    static <K, V> V merge(
            Part<K, V> part, int hash, K key, V value, BiFunction<? super V, ? super V, ? extends V> function) {
        V before = part.get(hash, key);
        int changes = part.changes;
        V merged = before == null ? value : function.apply(before, value);
        set(part, hash, key, before, merged, changes);
        return merged;
    }

    /**
     * Gives a key a value, or none for null.
     *
     * @param before what it had before the function, or null
     * @param changes the changes of the part before the function
     */
    private static <K, V> void set(Part<K, V> part, int hash, K key, V before, V value, int changes) {
        int slot = part.find(hash, key);
        V now = slot < 0 ? null : part.value(slot);
        if (part.changes != changes && now != before) {
            throw new IllegalStateException("Recursive update");
        }
        if (slot < 0) {
            if (value != null) {
                part.add(hash, key, value);
            }
        } else if (value == null) {
            part.remove(slot);
        } else {
            part.set(slot, value);
        }
    }
}
