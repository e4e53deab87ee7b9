package jdsm.util;

import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Set;

/** What {@link java.util.Collections#unmodifiableNavigableMap} returns in woven code. */
final class ReadOnlyNavigableMap<K, V> extends ReadOnlySortedMap<K, V> implements NavigableMap<K, V> {
    private static final long serialVersionUID = 1L;

    ReadOnlyNavigableMap(NavigableMap<K, V> given) {
        super(given);
    }

    private NavigableMap<K, V> map() {
        return (NavigableMap<K, V>) given;
    }

    private static <K, V> Map.Entry<K, V> copyOf(Map.Entry<K, V> entry) {
        return entry == null ? null : new SimpleImmutableEntry<>(entry);
    }

    @Override
    public Map.Entry<K, V> lowerEntry(K key) {
        return copyOf(map().lowerEntry(key));
    }

    @Override
    public Map.Entry<K, V> floorEntry(K key) {
        return copyOf(map().floorEntry(key));
    }

    @Override
    public Map.Entry<K, V> ceilingEntry(K key) {
        return copyOf(map().ceilingEntry(key));
    }

    @Override
    public Map.Entry<K, V> higherEntry(K key) {
        return copyOf(map().higherEntry(key));
    }

    @Override
    public Map.Entry<K, V> firstEntry() {
        return copyOf(map().firstEntry());
    }

    @Override
    public Map.Entry<K, V> lastEntry() {
        return copyOf(map().lastEntry());
    }

    @Override
    public K lowerKey(K key) {
        return map().lowerKey(key);
    }

    @Override
    public K floorKey(K key) {
        return map().floorKey(key);
    }

    @Override
    public K ceilingKey(K key) {
        return map().ceilingKey(key);
    }

    @Override
    public K higherKey(K key) {
        return map().higherKey(key);
    }

    @Override
    public Map.Entry<K, V> pollFirstEntry() {
        throw new UnsupportedOperationException();
    }

    @Override
    public Map.Entry<K, V> pollLastEntry() {
        throw new UnsupportedOperationException();
    }

    @Override
    public NavigableMap<K, V> descendingMap() {
        return new ReadOnlyNavigableMap<>(map().descendingMap());
    }

    @Override
    public Set<K> keySet() {
        return navigableKeySet();
    }

    @Override
    public NavigableSet<K> navigableKeySet() {
        return new ReadOnlyNavigableSet<>(map().navigableKeySet());
    }

    @Override
    public NavigableSet<K> descendingKeySet() {
        return new ReadOnlyNavigableSet<>(map().descendingKeySet());
    }

    @Override
    public NavigableMap<K, V> subMap(K from, boolean fromInclusive, K to, boolean toInclusive) {
        return new ReadOnlyNavigableMap<>(map().subMap(from, fromInclusive, to, toInclusive));
    }

    @Override
    public NavigableMap<K, V> headMap(K to, boolean inclusive) {
        return new ReadOnlyNavigableMap<>(map().headMap(to, inclusive));
    }

    @Override
    public NavigableMap<K, V> tailMap(K from, boolean inclusive) {
        return new ReadOnlyNavigableMap<>(map().tailMap(from, inclusive));
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
        return java.util.Collections.unmodifiableNavigableMap(map());
    }
}
