package jdsm.util;

import java.util.AbstractMap;
import java.util.Map;
import java.util.Objects;

/** The twin of {@link AbstractMap.SimpleImmutableEntry}: an entry that does not change. */
public class SimpleImmutableEntry<K, V> extends AbstractMap.SimpleImmutableEntry<K, V> {
    private static final long serialVersionUID = 1L;

    @SuppressWarnings("serial") // writeReplace writes the JDK's entry
    private final K key;

    @SuppressWarnings("serial")
    private final V value;

    /** As {@link AbstractMap.SimpleImmutableEntry#SimpleImmutableEntry(Object, Object)}. */
    public SimpleImmutableEntry(K key, V value) {
        super(null, null);
        this.key = key;
        this.value = value;
    }

    /** As {@link AbstractMap.SimpleImmutableEntry#SimpleImmutableEntry(Map.Entry)}. */
    public SimpleImmutableEntry(Map.Entry<? extends K, ? extends V> entry) {
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
        throw new UnsupportedOperationException();
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
        return getClass() == SimpleImmutableEntry.class ? new AbstractMap.SimpleImmutableEntry<>(key, value) : this;
    }
}
