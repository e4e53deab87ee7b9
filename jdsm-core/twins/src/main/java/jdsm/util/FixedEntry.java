package jdsm.util;

import java.util.Map;
import java.util.Objects;

/** An immutable entry without null: what {@link Map#entry} returns in woven code. */
final class FixedEntry<K, V> implements Map.Entry<K, V> {
    private final K key;
    private final V value;

    FixedEntry(K key, V value) {
        this.key = Objects.requireNonNull(key);
        this.value = Objects.requireNonNull(value);
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
        throw new UnsupportedOperationException("not supported");
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
