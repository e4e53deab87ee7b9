package jdsm.util;

import java.util.AbstractMap;
import java.util.Collection;
import java.util.Comparator;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Set;
import java.util.SortedMap;

/** A {@link TreeRange} as a map. */
final class SubMap<K, V> extends AbstractMap<K, V> implements NavigableMap<K, V> {
    private final TreeRange<K, V> range;

    SubMap(TreeRange<K, V> range) {
        this.range = range;
    }

    @Override
    public int size() {
        return range.size();
    }

    @Override
    public boolean isEmpty() {
        return range.first() == null;
    }

    @Override
    public Comparator<? super K> comparator() {
        return range.order();
    }

    @Override
    public V get(Object key) {
        TreeNode<K, V> found = range.find(key);
        return found == null ? null : found.value;
    }

    @Override
    public V getOrDefault(Object key, V other) {
        TreeNode<K, V> found = range.find(key);
        return found == null ? other : found.value;
    }

    @Override
    public boolean containsKey(Object key) {
        return range.find(key) != null;
    }

    @Override
    public V put(K key, V value) {
        return range.put(key, value, false);
    }

    @Override
    public V putIfAbsent(K key, V value) {
        return range.put(key, value, true);
    }

    @Override
    public V remove(Object key) {
        TreeNode<K, V> removed = range.remove(key);
        return removed == null ? null : removed.value;
    }

    @Override
    public void clear() {
        range.clear();
    }

    @Override
    public K firstKey() {
        return TreeRange.required(range.first()).key;
    }

    @Override
    public K lastKey() {
        return TreeRange.required(range.last()).key;
    }

    @Override
    public Map.Entry<K, V> firstEntry() {
        return TreeRange.copyOf(range.first());
    }

    @Override
    public Map.Entry<K, V> lastEntry() {
        return TreeRange.copyOf(range.last());
    }

    @Override
    public Map.Entry<K, V> pollFirstEntry() {
        return range.poll(range.first());
    }

    @Override
    public Map.Entry<K, V> pollLastEntry() {
        return range.poll(range.last());
    }

    @Override
    public Map.Entry<K, V> lowerEntry(K key) {
        return TreeRange.copyOf(range.ahead(key, false));
    }

    @Override
    public K lowerKey(K key) {
        return TreeRange.keyOf(range.ahead(key, false));
    }

    @Override
    public Map.Entry<K, V> floorEntry(K key) {
        return TreeRange.copyOf(range.ahead(key, true));
    }

    @Override
    public K floorKey(K key) {
        return TreeRange.keyOf(range.ahead(key, true));
    }

    @Override
    public Map.Entry<K, V> ceilingEntry(K key) {
        return TreeRange.copyOf(range.behind(key, true));
    }

    @Override
    public K ceilingKey(K key) {
        return TreeRange.keyOf(range.behind(key, true));
    }

    @Override
    public Map.Entry<K, V> higherEntry(K key) {
        return TreeRange.copyOf(range.behind(key, false));
    }

    @Override
    public K higherKey(K key) {
        return TreeRange.keyOf(range.behind(key, false));
    }

    @Override
    public Set<K> keySet() {
        return new TreeKeys<>(range);
    }

    @Override
    public NavigableSet<K> navigableKeySet() {
        return new TreeKeys<>(range);
    }

    @Override
    public NavigableSet<K> descendingKeySet() {
        return new TreeKeys<>(range.reversed());
    }

    @Override
    public Collection<V> values() {
        return new TreeValues<>(range);
    }

    @Override
    public Set<Map.Entry<K, V>> entrySet() {
        return new TreeEntries<>(range);
    }

    @Override
    public NavigableMap<K, V> descendingMap() {
        return new SubMap<>(range.reversed());
    }

    @Override
    public NavigableMap<K, V> subMap(K from, boolean fromInclusive, K to, boolean toInclusive) {
        return new SubMap<>(range.part(true, from, fromInclusive, true, to, toInclusive));
    }

    @Override
    public NavigableMap<K, V> headMap(K to, boolean inclusive) {
        return new SubMap<>(range.part(false, null, false, true, to, inclusive));
    }

    @Override
    public NavigableMap<K, V> tailMap(K from, boolean inclusive) {
        return new SubMap<>(range.part(true, from, inclusive, false, null, false));
    }

    @Override
    public SortedMap<K, V> subMap(K from, K to) {
        return subMap(from, true, to, false);
    }

    @Override
    public SortedMap<K, V> headMap(K to) {
        return headMap(to, false);
    }

    @Override
    public SortedMap<K, V> tailMap(K from) {
        return tailMap(from, true);
    }
}
