package jdsm.util;

import java.io.Serializable;
import java.util.AbstractMap;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;

/** What {@link java.util.Collections#unmodifiableMap} returns in woven code. */
class ReadOnlyMap<K, V> extends AbstractMap<K, V> implements Serializable {
    private static final long serialVersionUID = 1L;

    @SuppressWarnings("serial") // writeReplace writes another object
    final Map<K, V> given;

    ReadOnlyMap(Map<K, V> given) {
        this.given = given;
    }

    @Override
    public boolean equals(Object other) {
        return other == this || given.equals(other);
    }

    @Override
    public int hashCode() {
        return given.hashCode();
    }

    @Override
    public int size() {
        return given.size();
    }

    @Override
    public boolean isEmpty() {
        return given.isEmpty();
    }

    @Override
    public V get(Object key) {
        return given.get(key);
    }

    @Override
    public V getOrDefault(Object key, V other) {
        return given.getOrDefault(key, other);
    }

    @Override
    public boolean containsKey(Object key) {
        return given.containsKey(key);
    }

    @Override
    public boolean containsValue(Object value) {
        return given.containsValue(value);
    }

    @Override
    public Set<K> keySet() {
        return new ReadOnlySet<>(given.keySet());
    }

    @Override
    public Collection<V> values() {
        return new ReadOnlyCollection<>(given.values());
    }

    /** {@inheritDoc} The entries are copies. */
    @Override
    public Set<Map.Entry<K, V>> entrySet() {
        return new ReadOnlyEntries<>(given);
    }

    @Override
    public String toString() {
        return given.toString();
    }

    @Override
    public V put(K key, V value) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void putAll(Map<? extends K, ? extends V> map) {
        throw new UnsupportedOperationException();
    }

    @Override
    public V putIfAbsent(K key, V value) {
        throw new UnsupportedOperationException();
    }

    @Override
    public V remove(Object key) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean remove(Object key, Object value) {
        throw new UnsupportedOperationException();
    }

    @Override
    public V replace(K key, V value) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean replace(K key, V before, V value) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void replaceAll(BiFunction<? super K, ? super V, ? extends V> function) {
        throw new UnsupportedOperationException();
    }

    @Override
    public V computeIfAbsent(K key, Function<? super K, ? extends V> function) {
        throw new UnsupportedOperationException();
    }

    @Override
    public V computeIfPresent(K key, BiFunction<? super K, ? super V, ? extends V> function) {
        throw new UnsupportedOperationException();
    }

    @Override
    public V compute(K key, BiFunction<? super K, ? super V, ? extends V> function) {
        throw new UnsupportedOperationException();
    }

    @Override
    public V merge(K key, V value, BiFunction<? super V, ? super V, ? extends V> function) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void clear() {
        throw new UnsupportedOperationException();
    }

    /** Serialisation writes a map of the JDK, for readers without JDSM. */
    private Object writeReplace() {
        return java.util.Collections.unmodifiableMap(given);
    }
}
