package jdsm.util;

import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Set;

/** What {@link java.util.Collections#checkedNavigableMap} returns in woven code. */
final class CheckedNavigableMap<K, V> extends CheckedSortedMap<K, V> implements NavigableMap<K, V> {
    private static final long serialVersionUID = 1L;

    CheckedNavigableMap(NavigableMap<K, V> given, ElementType<K> keys, ElementType<V> values) {
        super(given, keys, values);
    }

    private NavigableMap<K, V> map() {
        return (NavigableMap<K, V>) given;
    }

    private NavigableMap<K, V> part(NavigableMap<K, V> part) {
        return new CheckedNavigableMap<>(part, keys, values);
    }

    private Map.Entry<K, V> entry(Map.Entry<K, V> entry) {
        return entry == null ? null : new SimpleImmutableEntry<>(entry);
    }

    @Override
    public Map.Entry<K, V> lowerEntry(K key) {
        return entry(map().lowerEntry(key));
    }

    @Override
    public K lowerKey(K key) {
        return map().lowerKey(key);
    }

    @Override
    public Map.Entry<K, V> floorEntry(K key) {
        return entry(map().floorEntry(key));
    }

    @Override
    public K floorKey(K key) {
        return map().floorKey(key);
    }

    @Override
    public Map.Entry<K, V> ceilingEntry(K key) {
        return entry(map().ceilingEntry(key));
    }

    @Override
    public K ceilingKey(K key) {
        return map().ceilingKey(key);
    }

    @Override
    public Map.Entry<K, V> higherEntry(K key) {
        return entry(map().higherEntry(key));
    }

    @Override
    public K higherKey(K key) {
        return map().higherKey(key);
    }

    @Override
    public Map.Entry<K, V> firstEntry() {
        return entry(map().firstEntry());
    }

    @Override
    public Map.Entry<K, V> lastEntry() {
        return entry(map().lastEntry());
    }

    @Override
    public Map.Entry<K, V> pollFirstEntry() {
        return entry(map().pollFirstEntry());
    }

    @Override
    public Map.Entry<K, V> pollLastEntry() {
        return entry(map().pollLastEntry());
    }

    @Override
    public NavigableMap<K, V> descendingMap() {
        return part(map().descendingMap());
    }

    @Override
    public Set<K> keySet() {
        return map().navigableKeySet();
    }

    @Override
    public NavigableSet<K> navigableKeySet() {
        return map().navigableKeySet();
    }

    @Override
    public NavigableSet<K> descendingKeySet() {
        return map().descendingKeySet();
    }

    @Override
    public NavigableMap<K, V> subMap(K from, boolean fromInclusive, K to, boolean toInclusive) {
        return part(map().subMap(from, fromInclusive, to, toInclusive));
    }

    @Override
    public NavigableMap<K, V> headMap(K to, boolean inclusive) {
        return part(map().headMap(to, inclusive));
    }

    @Override
    public NavigableMap<K, V> tailMap(K from, boolean inclusive) {
        return part(map().tailMap(from, inclusive));
    }

    @Override
    public NavigableMap<K, V> subMap(K from, K to) {
        return subMap(from, true, to, false);
    }

    @Override
    public NavigableMap<K, V> headMap(K to) {
        return headMap(to, false);
    }

    @Override
    public NavigableMap<K, V> tailMap(K from) {
        return tailMap(from, true);
    }

    /** Serialisation writes a map of the JDK, for readers without JDSM. */
    private Object writeReplace() {
        return java.util.Collections.checkedNavigableMap(map(), keys.type, values.type);
    }
}
