package jdsm.util;

import java.util.Map;
import java.util.Objects;

/** A key with its value: the part that the entries of all maps have in common. */
abstract class Pair<K, V> implements Map.Entry<K, V> {
    final K key;
    V value;

    Pair(K key, V value) {
        this.key = key;
        this.value = value;
    }

    /** Whether the value is or equals another one. */
    final boolean hasValue(Object other) {
        V mine = value;
        return mine == other || other != null && other.equals(mine);
    }

    @Override
    public final K getKey() {
        return key;
    }

    @Override
    public final V getValue() {
        return value;
    }

    @Override
    public V setValue(V newValue) {
        V before = value;
        value = newValue;
        return before;
    }

    @Override
    public final boolean equals(Object other) {
        return other == this
                || other instanceof Map.Entry<?, ?> entry
                        && Objects.equals(key, entry.getKey())
                        && Objects.equals(value, entry.getValue());
    }

    @Override
    public int hashCode() {
        return Objects.hashCode(key) ^ Objects.hashCode(value);
    }

    @Override
    public final String toString() {
        return key + "=" + value;
    }
}
