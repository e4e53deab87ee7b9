package jdsm.util;

import java.util.Collection;
import java.util.Comparator;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.SortedMap;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;

/** The twin of {@link java.util.concurrent.ConcurrentSkipListMap}: a tree with a monitor. */
public class ConcurrentSkipListMap<K, V> extends java.util.concurrent.ConcurrentSkipListMap<K, V> {
    private static final long serialVersionUID = 1L;

    @SuppressWarnings("serial") // writeReplace writes another map
    private SkipListPart<K, V> all;

    /** As {@link java.util.concurrent.ConcurrentSkipListMap#ConcurrentSkipListMap()}. */
    public ConcurrentSkipListMap() {
        all = empty(null);
    }

    /** As {@link java.util.concurrent.ConcurrentSkipListMap#ConcurrentSkipListMap(Comparator)}. */
    public ConcurrentSkipListMap(Comparator<? super K> order) {
        all = empty(order);
    }

    /** As {@link java.util.concurrent.ConcurrentSkipListMap#ConcurrentSkipListMap(Map)}. */
    public ConcurrentSkipListMap(Map<? extends K, ? extends V> map) {
        all = empty(null);
        all.putAll(map);
    }

    /** As {@link java.util.concurrent.ConcurrentSkipListMap#ConcurrentSkipListMap(SortedMap)}. */
    public ConcurrentSkipListMap(SortedMap<K, ? extends V> map) {
        all = empty(map.comparator());
        all.putAll(map);
    }

    private static <K, V> SkipListPart<K, V> empty(Comparator<? super K> order) {
        return new SkipListPart<>(new TreeRange<>(new Tree<>(order)));
    }

    @Override
    public Comparator<? super K> comparator() {
        return all.comparator();
    }

    @Override
    public int size() {
        return all.size();
    }

    @Override
    public boolean isEmpty() {
        return all.isEmpty();
    }

    @Override
    public boolean containsKey(Object key) {
        return all.containsKey(key);
    }

    @Override
    public boolean containsValue(Object value) {
        return all.containsValue(value);
    }

    @Override
    public V get(Object key) {
        return all.get(key);
    }

    @Override
    public V getOrDefault(Object key, V other) {
        return all.getOrDefault(key, other);
    }

    @Override
    public V put(K key, V value) {
        return all.put(key, value);
    }

    @Override
    public V putIfAbsent(K key, V value) {
        return all.putIfAbsent(key, value);
    }

    @Override
    public void putAll(Map<? extends K, ? extends V> map) {
        all.putAll(map);
    }

    @Override
    public V remove(Object key) {
        return all.remove(key);
    }

    @Override
    public boolean remove(Object key, Object value) {
        return all.remove(key, value);
    }

    @Override
    public V replace(K key, V value) {
        return all.replace(key, value);
    }

    @Override
    public boolean replace(K key, V before, V value) {
        return all.replace(key, before, value);
    }

    @Override
    public void replaceAll(BiFunction<? super K, ? super V, ? extends V> function) {
        all.replaceAll(function);
    }

    @Override
    public void forEach(BiConsumer<? super K, ? super V> action) {
        all.forEach(action);
    }

    @Override
    public V computeIfAbsent(K key, Function<? super K, ? extends V> function) {
        return all.computeIfAbsent(key, function);
    }

    @Override
    public V computeIfPresent(K key, BiFunction<? super K, ? super V, ? extends V> function) {
        return all.computeIfPresent(key, function);
    }

    @Override
    public V compute(K key, BiFunction<? super K, ? super V, ? extends V> function) {
        return all.compute(key, function);
    }

    @Override
    public V merge(K key, V value, BiFunction<? super V, ? super V, ? extends V> function) {
        return all.merge(key, value, function);
    }

    @Override
    public void clear() {
        all.clear();
    }

    @Override
    public K firstKey() {
        return all.firstKey();
    }

    @Override
    public K lastKey() {
        return all.lastKey();
    }

    @Override
    public Map.Entry<K, V> firstEntry() {
        return all.firstEntry();
    }

    @Override
    public Map.Entry<K, V> lastEntry() {
        return all.lastEntry();
    }

    @Override
    public Map.Entry<K, V> pollFirstEntry() {
        return all.pollFirstEntry();
    }

    @Override
    public Map.Entry<K, V> pollLastEntry() {
        return all.pollLastEntry();
    }

    @Override
    public Map.Entry<K, V> lowerEntry(K key) {
        return all.lowerEntry(key);
    }

    @Override
    public K lowerKey(K key) {
        return all.lowerKey(key);
    }

    @Override
    public Map.Entry<K, V> floorEntry(K key) {
        return all.floorEntry(key);
    }

    @Override
    public K floorKey(K key) {
        return all.floorKey(key);
    }

    @Override
    public Map.Entry<K, V> ceilingEntry(K key) {
        return all.ceilingEntry(key);
    }

    @Override
    public K ceilingKey(K key) {
        return all.ceilingKey(key);
    }

    @Override
    public Map.Entry<K, V> higherEntry(K key) {
        return all.higherEntry(key);
    }

    @Override
    public K higherKey(K key) {
        return all.higherKey(key);
    }

    @Override
    public ConcurrentNavigableMap<K, V> subMap(K from, boolean fromInclusive, K to, boolean toInclusive) {
        return all.subMap(from, fromInclusive, to, toInclusive);
    }

    @Override
    public ConcurrentNavigableMap<K, V> headMap(K to, boolean inclusive) {
        return all.headMap(to, inclusive);
    }

    @Override
    public ConcurrentNavigableMap<K, V> tailMap(K from, boolean inclusive) {
        return all.tailMap(from, inclusive);
    }

    @Override
    public ConcurrentNavigableMap<K, V> subMap(K from, K to) {
        return all.subMap(from, to);
    }

    @Override
    public ConcurrentNavigableMap<K, V> headMap(K to) {
        return all.headMap(to);
    }

    @Override
    public ConcurrentNavigableMap<K, V> tailMap(K from) {
        return all.tailMap(from);
    }

    @Override
    public ConcurrentNavigableMap<K, V> descendingMap() {
        return all.descendingMap();
    }

    @Override
    public NavigableSet<K> keySet() {
        return all.keySet();
    }

    @Override
    public NavigableSet<K> navigableKeySet() {
        return all.navigableKeySet();
    }

    @Override
    public NavigableSet<K> descendingKeySet() {
        return all.descendingKeySet();
    }

    @Override
    public Collection<V> values() {
        return all.values();
    }

    @Override
    public Set<Map.Entry<K, V>> entrySet() {
        return all.entrySet();
    }

    @Override
    public int hashCode() {
        return all.hashCode();
    }

    @Override
    public String toString() {
        return all.toString();
    }

    @Override
    public boolean equals(Object other) {
        return other == this || all.equals(other);
    }

    /** {@inheritDoc} Object.clone gives the clone of a subclass its fields. */
    @Override
    public ConcurrentSkipListMap<K, V> clone() {
        if (getClass() == ConcurrentSkipListMap.class) {
            return new ConcurrentSkipListMap<>((SortedMap<K, V>) this);
        }
        ConcurrentSkipListMap<K, V> copy = (ConcurrentSkipListMap<K, V>) super.clone();
        copy.all = empty(all.comparator());
        copy.all.putAll(all);
        return copy;
    }

    /** Serialisation writes the JDK's own map, for readers without JDSM. */
    private Object writeReplace() {
        return getClass() == ConcurrentSkipListMap.class
                ? new java.util.concurrent.ConcurrentSkipListMap<>((SortedMap<K, V>) this)
                : this;
    }
}
