package jdsm.util;

import java.util.AbstractMap;
import java.util.Map;
import java.util.Objects;

/** The twin of {@link AbstractMap.SimpleEntry}: an entry whose value can be set. */
public class SimpleEntry<K, V> extends AbstractMap.SimpleEntry<K, V> {
    private static final long serialVersionUID = 1L;

    @SuppressWarnings("serial") // writeReplace writes the JDK's entry
    private final K key;

    @SuppressWarnings("serial")
    private V value;

    /** As {@link AbstractMap.SimpleEntry#SimpleEntry(Object, Object)}. */
    public SimpleEntry(K key, V value) {
        super(null, null);
        this.key = key;
        this.value = value;
    }

    /** As {@link AbstractMap.SimpleEntry#SimpleEntry(Map.Entry)}. */
    public SimpleEntry(Map.Entry<? extends K, ? extends V> entry) {
        this(entry.getKey(), entry.getValue());
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
        value = newValue;
        return before;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Map.Entry<?, ?> entry
                && Objects.equals(key, entry.getKey())
                && Objects.equals(value, entry.getValue());
    }

    @Override
    public int hashCode() {
        return Objects.hashCode(key) ^ Objects.hashCode(value);
    }

    @Override
    public String toString() {
        return key + "=" + value;
    }

    /** Serialisation writes the JDK's own entry, for readers without JDSM. */
    private Object writeReplace() {
        return getClass() == SimpleEntry.class ? new AbstractMap.SimpleEntry<>(key, value) : this;
    }
}
