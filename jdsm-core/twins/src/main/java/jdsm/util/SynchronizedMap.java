package jdsm.util;

import java.io.Serializable;
import java.util.Collection;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;

/** What {@link java.util.Collections#synchronizedMap} returns in woven code; its views have the map's monitor. */
final class SynchronizedMap<K, V> implements Map<K, V>, Serializable {
    private static final long serialVersionUID = 1L;

    @SuppressWarnings("serial") // writeReplace writes another object
    private final Map<K, V> given;

    SynchronizedMap(Map<K, V> given) {
        this.given = Objects.requireNonNull(given);
    }

    @Override
    public synchronized int size() {
        return given.size();
    }

    @Override
    public synchronized boolean isEmpty() {
        return given.isEmpty();
    }

    @Override
    public synchronized boolean containsKey(Object key) {
        return given.containsKey(key);
    }

    @Override
    public synchronized boolean containsValue(Object value) {
        return given.containsValue(value);
    }

    @Override
    public synchronized V get(Object key) {
        return given.get(key);
    }

    @Override
    public synchronized V getOrDefault(Object key, V other) {
        return given.getOrDefault(key, other);
    }

    @Override
    public synchronized V put(K key, V value) {
        return given.put(key, value);
    }

    @Override
    public synchronized void putAll(Map<? extends K, ? extends V> map) {
        given.putAll(map);
    }

    @Override
    public synchronized V putIfAbsent(K key, V value) {
        return given.putIfAbsent(key, value);
    }

    @Override
    public synchronized V remove(Object key) {
        return given.remove(key);
    }

    @Override
    public synchronized boolean remove(Object key, Object value) {
        return given.remove(key, value);
    }

    @Override
    public synchronized V replace(K key, V value) {
        return given.replace(key, value);
    }

    @Override
    public synchronized boolean replace(K key, V before, V value) {
        return given.replace(key, before, value);
    }

    @Override
    public synchronized void replaceAll(BiFunction<? super K, ? super V, ? extends V> function) {
        given.replaceAll(function);
    }

    @Override
    public synchronized V computeIfAbsent(K key, Function<? super K, ? extends V> function) {
        return given.computeIfAbsent(key, function);
    }

    @Override
    public synchronized V computeIfPresent(K key, BiFunction<? super K, ? super V, ? extends V> function) {
        return given.computeIfPresent(key, function);
    }

    @Override
    public synchronized V compute(K key, BiFunction<? super K, ? super V, ? extends V> function) {
        return given.compute(key, function);
    }

    @Override
    public synchronized V merge(K key, V value, BiFunction<? super V, ? super V, ? extends V> function) {
        return given.merge(key, value, function);
    }

    @Override
    public synchronized void clear() {
        given.clear();
    }

    @Override
    public synchronized void forEach(BiConsumer<? super K, ? super V> action) {
        given.forEach(action);
    }

    @Override
    public synchronized Set<K> keySet() {
        return new SynchronizedSet<>(given.keySet(), this);
    }

    @Override
    public synchronized Collection<V> values() {
        return new SynchronizedCollection<>(given.values(), this);
    }

    @Override
    public synchronized Set<Map.Entry<K, V>> entrySet() {
        return new SynchronizedSet<>(given.entrySet(), this);
    }

    @Override
    public boolean equals(Object other) {
        return other == this || isEqual(other);
    }

    private synchronized boolean isEqual(Object other) {
        return given.equals(other);
    }

    @Override
    public synchronized int hashCode() {
        return given.hashCode();
    }

    @Override
    public synchronized String toString() {
        return given.toString();
    }

    /** Serialisation writes a map of the JDK, for readers without JDSM. */
    private Object writeReplace() {
        return java.util.Collections.synchronizedMap(given);
    }
}
