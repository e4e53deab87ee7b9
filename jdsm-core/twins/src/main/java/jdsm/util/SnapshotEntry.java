package jdsm.util;

import java.util.Map;
import java.util.Objects;

/** An entry of a {@link ConcurrentHashMap} as an iterator has met it; a new value is put into the map. */
final class SnapshotEntry<K, V> implements Map.Entry<K, V> {
    private final Map<K, V> map;
    private final K key;
    private V value;

    SnapshotEntry(Map<K, V> map, K key, V value) {
        this.map = map;
        this.key = key;
        this.value = value;
    }

    @Override
    public K getKey() {
        return key;
    }

    @Override
    public V getValue() {
        return value;
    }

    @Override
    public V setValue(V newValue) {
        V before = value;
        value = Objects.requireNonNull(newValue);
        map.put(key, newValue);
        return before;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Map.Entry<?, ?> entry && key.equals(entry.getKey()) && value.equals(entry.getValue());
    }

    @Override
    public int hashCode() {
        return key.hashCode() ^ value.hashCode();
    }

    @Override
    public String toString() {
        return key + "=" + value;
    }
}
