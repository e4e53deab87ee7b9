package jdsm.util;

import java.util.AbstractMap;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;

/** A {@link LinkedHashMap} in the opposite order, as Java 21's {@code reversed}. */
final class ReversedMap<K, V> extends AbstractMap<K, V> {
    private final LinkedHashMap<K, V> map;

    ReversedMap(LinkedHashMap<K, V> map) {
        this.map = map;
    }

    // What methods of Java 21 and later return.

    Map<K, V> inReverse() {
        return map;
    }

    Set<K> orderedKeys() {
        return map.keys(true);
    }

    Collection<V> orderedValues() {
        return map.values(true);
    }

    Set<Map.Entry<K, V>> orderedEntries() {
        return map.entries(true);
    }

    @Override
    public Set<K> keySet() {
        return map.keys(true);
    }

    @Override
    public Collection<V> values() {
        return map.values(true);
    }

    @Override
    public Set<Map.Entry<K, V>> entrySet() {
        return map.entries(true);
    }

    @Override
    public int size() {
        return map.size();
    }

    @Override
    public boolean isEmpty() {
        return map.isEmpty();
    }

    @Override
    public boolean containsKey(Object key) {
        return map.containsKey(key);
    }

    @Override
    public boolean containsValue(Object value) {
        return map.containsValue(value);
    }

    @Override
    public V get(Object key) {
        return map.get(key);
    }

    @Override
    public V getOrDefault(Object key, V other) {
        return map.getOrDefault(key, other);
    }

    @Override
    public V put(K key, V value) {
        return map.put(key, value);
    }

    @Override
    public V putIfAbsent(K key, V value) {
        return map.putIfAbsent(key, value);
    }

    @Override
    public V remove(Object key) {
        return map.remove(key);
    }

    @Override
    public boolean remove(Object key, Object value) {
        return map.remove(key, value);
    }

    @Override
    public V replace(K key, V value) {
        return map.replace(key, value);
    }

    @Override
    public boolean replace(K key, V before, V value) {
        return map.replace(key, before, value);
    }

    @Override
    public V computeIfAbsent(K key, Function<? super K, ? extends V> function) {
        return map.computeIfAbsent(key, function);
    }

    @Override
    public V computeIfPresent(K key, BiFunction<? super K, ? super V, ? extends V> function) {
        return map.computeIfPresent(key, function);
    }

    @Override
    public V compute(K key, BiFunction<? super K, ? super V, ? extends V> function) {
        return map.compute(key, function);
    }

    @Override
    public V merge(K key, V value, BiFunction<? super V, ? super V, ? extends V> function) {
        return map.merge(key, value, function);
    }

    @Override
    public void putAll(Map<? extends K, ? extends V> others) {
        map.putAll(others);
    }

    @Override
    public void clear() {
        map.clear();
    }

    @Override
    public int hashCode() {
        return Hashing.sum(entrySet());
    }

    /** As the JDK's method, of Java 21 and later. */
    public Map.Entry<K, V> firstEntry() {
        return map.lastEntry();
    }

    /** As the JDK's method, of Java 21 and later. */
    public Map.Entry<K, V> lastEntry() {
        return map.firstEntry();
    }

    /** As the JDK's method, of Java 21 and later. */
    public Map.Entry<K, V> pollFirstEntry() {
        return map.pollLastEntry();
    }

    /** As the JDK's method, of Java 21 and later. */
    public Map.Entry<K, V> pollLastEntry() {
        return map.pollFirstEntry();
    }

    /** As the JDK's method, of Java 21 and later. */
    public V putFirst(K key, V value) {
        return map.putLast(key, value);
    }

    /** As the JDK's method, of Java 21 and later. */
    public V putLast(K key, V value) {
        return map.putFirst(key, value);
    }
}
