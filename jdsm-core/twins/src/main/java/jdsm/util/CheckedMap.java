package jdsm.util;

import java.io.Serializable;
import java.util.Collection;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;

/** What {@link java.util.Collections#checkedMap} returns in woven code. */
class CheckedMap<K, V> implements Map<K, V>, Serializable {
    private static final long serialVersionUID = 1L;

    @SuppressWarnings("serial") // writeReplace writes another object
    final Map<K, V> given;

    final ElementType<K> keys;
    final ElementType<V> values;

    CheckedMap(Map<K, V> given, ElementType<K> keys, ElementType<V> values) {
        this.given = Objects.requireNonNull(given);
        this.keys = keys;
        this.values = values;
    }

    static <K> ElementType<K> keys(Class<K> type) {
        return new ElementType<>(type, "key", "map");
    }

    static <V> ElementType<V> values(Class<V> type) {
        return new ElementType<>(type, "value", "map");
    }

    private BiFunction<? super K, ? super V, ? extends V> checked(
            BiFunction<? super K, ? super V, ? extends V> function) {
        Objects.requireNonNull(function);
        return (key, value) -> values.check(function.apply(keys.check(key), value));
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
    public boolean containsKey(Object key) {
        return given.containsKey(key);
    }

    @Override
    public boolean containsValue(Object value) {
        return given.containsValue(value);
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
    public V remove(Object key) {
        return given.remove(key);
    }

    @Override
    public boolean remove(Object key, Object value) {
        return given.remove(key, value);
    }

    @Override
    public Set<K> keySet() {
        return given.keySet();
    }

    @Override
    public Collection<V> values() {
        return given.values();
    }

    @Override
    public Set<Map.Entry<K, V>> entrySet() {
        return new CheckedEntries<>(given.entrySet(), values);
    }

    @Override
    public V put(K key, V value) {
        return given.put(keys.check(key), values.check(value));
    }

    @Override
    public V putIfAbsent(K key, V value) {
        return given.putIfAbsent(keys.check(key), values.check(value));
    }

    @Override
    public V replace(K key, V value) {
        return given.replace(keys.check(key), values.check(value));
    }

    @Override
    public boolean replace(K key, V before, V value) {
        return given.replace(keys.check(key), before, values.check(value));
    }

    @Override
    public V compute(K key, BiFunction<? super K, ? super V, ? extends V> function) {
        return given.compute(key, checked(function));
    }

    @Override
    public V computeIfPresent(K key, BiFunction<? super K, ? super V, ? extends V> function) {
        return given.computeIfPresent(key, checked(function));
    }

    @Override
    public V computeIfAbsent(K key, Function<? super K, ? extends V> function) {
        Objects.requireNonNull(function);
        return given.computeIfAbsent(key, absent -> values.check(function.apply(keys.check(absent))));
    }

    @Override
    public V merge(K key, V value, BiFunction<? super V, ? super V, ? extends V> function) {
        Objects.requireNonNull(function);
        return given.merge(
                keys.check(key), values.check(value), (before, more) -> values.check(function.apply(before, more)));
    }

    /** {@inheritDoc} Puts nothing if one of the entries has another class. */
    @Override
    public void putAll(Map<? extends K, ? extends V> others) {
        ArrayList<Map.Entry<K, V>> all = new ArrayList<>(others.size());
        for (Map.Entry<? extends K, ? extends V> entry : others.entrySet()) {
            all.add(new SimpleImmutableEntry<>(keys.check(entry.getKey()), values.check(entry.getValue())));
        }
        for (Map.Entry<K, V> entry : all) {
            given.put(entry.getKey(), entry.getValue());
        }
    }

    @Override
    public void clear() {
        given.clear();
    }

    @Override
    public void forEach(BiConsumer<? super K, ? super V> action) {
        given.forEach(action);
    }

    @Override
    public void replaceAll(BiFunction<? super K, ? super V, ? extends V> function) {
        given.replaceAll(checked(function));
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
    public String toString() {
        return given.toString();
    }

    /** Serialisation writes a map of the JDK, for readers without JDSM. */
    private Object writeReplace() {
        return java.util.Collections.checkedMap(given, keys.type, values.type);
    }
}
