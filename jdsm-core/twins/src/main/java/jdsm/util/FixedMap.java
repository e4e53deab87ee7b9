package jdsm.util;

import java.io.Serializable;
import java.util.AbstractMap;
import java.util.Collection;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;

/** An immutable map without null: what {@link Map#of} and the like return in woven code. Keeps the given order. */
final class FixedMap<K, V> extends AbstractMap<K, V> implements Serializable {
    private static final long serialVersionUID = 1L;

    @SuppressWarnings("serial") // writeReplace writes another map
    private final LinkedTable<K, Map.Entry<K, V>> table;

    @SuppressWarnings("serial")
    private final Set<Map.Entry<K, V>> entries;

    /** @throws IllegalArgumentException for two equal keys */
    FixedMap(Map.Entry<?, ?>[] given) {
        table = new LinkedTable<>(null, given.length * 2, Table.USUAL_LOAD, false);
        Object[] all = new Object[given.length];
        for (int i = 0; i < given.length; i++) {
            @SuppressWarnings("unchecked")
            FixedEntry<K, V> entry = new FixedEntry<>((K) given[i].getKey(), (V) given[i].getValue());
            if (table.put(entry.getKey(), entry, true) != null) {
                throw new IllegalArgumentException("duplicate key: " + entry.getKey());
            }
            all[i] = entry;
        }
        entries = new FixedSet<>(all, true);
    }

    private static UnsupportedOperationException immutable() {
        return new UnsupportedOperationException();
    }

    @Override
    public int size() {
        return table.size;
    }

    @Override
    public V get(Object key) {
        Map.Entry<K, V> entry = table.get(Objects.requireNonNull(key));
        return entry == null ? null : entry.getValue();
    }

    @Override
    public V getOrDefault(Object key, V other) {
        V value = get(key);
        return value == null ? other : value;
    }

    @Override
    public boolean containsKey(Object key) {
        return table.find(Objects.requireNonNull(key)) != null;
    }

    @Override
    public boolean containsValue(Object value) {
        return super.containsValue(Objects.requireNonNull(value));
    }

    @Override
    public Set<Map.Entry<K, V>> entrySet() {
        return entries;
    }

    @Override
    public Set<K> keySet() {
        return new KeysOf<>(this);
    }

    @Override
    public Collection<V> values() {
        return new ValuesOf<>(this);
    }

    // Also where nothing would change, as the JDK's maps do.

    @Override
    public V put(K key, V value) {
        throw immutable();
    }

    @Override
    public void putAll(Map<? extends K, ? extends V> map) {
        throw immutable();
    }

    @Override
    public V putIfAbsent(K key, V value) {
        throw immutable();
    }

    @Override
    public V remove(Object key) {
        throw immutable();
    }

    @Override
    public boolean remove(Object key, Object value) {
        throw immutable();
    }

    @Override
    public V replace(K key, V value) {
        throw immutable();
    }

    @Override
    public boolean replace(K key, V before, V value) {
        throw immutable();
    }

    @Override
    public void replaceAll(BiFunction<? super K, ? super V, ? extends V> function) {
        throw immutable();
    }

    @Override
    public V computeIfAbsent(K key, Function<? super K, ? extends V> function) {
        throw immutable();
    }

    @Override
    public V computeIfPresent(K key, BiFunction<? super K, ? super V, ? extends V> function) {
        throw immutable();
    }

    @Override
    public V compute(K key, BiFunction<? super K, ? super V, ? extends V> function) {
        throw immutable();
    }

    @Override
    public V merge(K key, V value, BiFunction<? super V, ? super V, ? extends V> function) {
        throw immutable();
    }

    @Override
    public void clear() {
        throw immutable();
    }

    /** Serialisation writes a map of the JDK, for readers without JDSM. */
    private Object writeReplace() {
        return java.util.Collections.unmodifiableMap(new java.util.LinkedHashMap<>(this));
    }
}
