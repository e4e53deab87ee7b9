package jdsm.util;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Collection;
import java.util.Comparator;
import java.util.Iterator;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.function.Predicate;

/**
 * A {@link ConcurrentSkipListMap} or a part of it: a range of a tree, all under the tree's monitor. Functions of the
 * caller run without the monitor, as in the JDK's map.
 */
final class SkipListPart<K, V> extends AbstractMap<K, V> implements ConcurrentNavigableMap<K, V> {
    private final TreeRange<K, V> range;
    private final Tree<K, V> tree;

    SkipListPart(TreeRange<K, V> range) {
        this.range = range;
        this.tree = range.tree;
    }

    /** Whether the keys are the elements of a set, to whose parts elements can be added. */
    boolean isOfSet() {
        return tree.isOfSet;
    }

    private static <T> T known(T key) {
        return Objects.requireNonNull(key);
    }

    @Override
    public Comparator<? super K> comparator() {
        return range.order();
    }

    @Override
    public int size() {
        synchronized (tree) {
            return range.size();
        }
    }

    @Override
    public boolean isEmpty() {
        synchronized (tree) {
            return range.first() == null;
        }
    }

    @Override
    public boolean containsKey(Object key) {
        synchronized (tree) {
            return range.find(known(key)) != null;
        }
    }

    @Override
    public boolean containsValue(Object value) {
        known(value);
        for (Iterator<V> each = values().iterator(); each.hasNext(); ) {
            if (value.equals(each.next())) {
                return true;
            }
        }
        return false;
    }

    @Override
    public V get(Object key) {
        synchronized (tree) {
            TreeNode<K, V> found = range.find(known(key));
            return found == null ? null : found.value;
        }
    }

    @Override
    public V put(K key, V value) {
        known(value);
        synchronized (tree) {
            return range.put(known(key), value, false);
        }
    }

    @Override
    public V putIfAbsent(K key, V value) {
        known(value);
        synchronized (tree) {
            return range.put(known(key), value, true);
        }
    }

    @Override
    public V remove(Object key) {
        synchronized (tree) {
            TreeNode<K, V> removed = range.remove(known(key));
            return removed == null ? null : removed.value;
        }
    }

    @Override
    public boolean remove(Object key, Object value) {
        known(key);
        synchronized (tree) {
            TreeNode<K, V> found = value == null ? null : range.find(key);
            boolean has = found != null && found.value.equals(value);
            if (has) {
                tree.unlink(found);
            }
            return has;
        }
    }

    @Override
    public V replace(K key, V value) {
        known(value);
        synchronized (tree) {
            TreeNode<K, V> found = range.find(known(key));
            return found == null ? null : found.setValue(value);
        }
    }

    @Override
    public boolean replace(K key, V before, V value) {
        known(before);
        known(value);
        synchronized (tree) {
            TreeNode<K, V> found = range.find(known(key));
            boolean has = found != null && found.value.equals(before);
            if (has) {
                found.value = value;
            }
            return has;
        }
    }

    @Override
    public void clear() {
        synchronized (tree) {
            range.clear();
        }
    }

    @Override
    public K firstKey() {
        synchronized (tree) {
            return TreeRange.required(range.first()).key;
        }
    }

    @Override
    public K lastKey() {
        synchronized (tree) {
            return TreeRange.required(range.last()).key;
        }
    }

    @Override
    public Map.Entry<K, V> firstEntry() {
        synchronized (tree) {
            return TreeRange.copyOf(range.first());
        }
    }

    @Override
    public Map.Entry<K, V> lastEntry() {
        synchronized (tree) {
            return TreeRange.copyOf(range.last());
        }
    }

    @Override
    public Map.Entry<K, V> pollFirstEntry() {
        synchronized (tree) {
            return range.poll(range.first());
        }
    }

    @Override
    public Map.Entry<K, V> pollLastEntry() {
        synchronized (tree) {
            return range.poll(range.last());
        }
    }

    /** The entry nearest to a key, ahead of it or behind it; or null. */
    private Map.Entry<K, V> near(K key, boolean ahead, boolean inclusive) {
        known(key);
        synchronized (tree) {
            return TreeRange.copyOf(ahead ? range.ahead(key, inclusive) : range.behind(key, inclusive));
        }
    }

    @Override
    public Map.Entry<K, V> lowerEntry(K key) {
        return near(key, true, false);
    }

    @Override
    public K lowerKey(K key) {
        return TreeRange.keyOf(near(key, true, false));
    }

    @Override
    public Map.Entry<K, V> floorEntry(K key) {
        return near(key, true, true);
    }

    @Override
    public K floorKey(K key) {
        return TreeRange.keyOf(near(key, true, true));
    }

    @Override
    public Map.Entry<K, V> ceilingEntry(K key) {
        return near(key, false, true);
    }

    @Override
    public K ceilingKey(K key) {
        return TreeRange.keyOf(near(key, false, true));
    }

    @Override
    public Map.Entry<K, V> higherEntry(K key) {
        return near(key, false, false);
    }

    @Override
    public K higherKey(K key) {
        return TreeRange.keyOf(near(key, false, false));
    }

    private SkipListPart<K, V> part(
            boolean hasFrom, K from, boolean fromInclusive, boolean hasTo, K to, boolean toInclusive) {
        if (hasFrom) {
            known(from);
        }
        if (hasTo) {
            known(to);
        }
        return new SkipListPart<>(range.part(hasFrom, from, fromInclusive, hasTo, to, toInclusive));
    }

    @Override
    public ConcurrentNavigableMap<K, V> subMap(K from, boolean fromInclusive, K to, boolean toInclusive) {
        return part(true, from, fromInclusive, true, to, toInclusive);
    }

    @Override
    public ConcurrentNavigableMap<K, V> headMap(K to, boolean inclusive) {
        return part(false, null, false, true, to, inclusive);
    }

    @Override
    public ConcurrentNavigableMap<K, V> tailMap(K from, boolean inclusive) {
        return part(true, from, inclusive, false, null, false);
    }

    @Override
    public ConcurrentNavigableMap<K, V> subMap(K from, K to) {
        return subMap(from, true, to, false);
    }

    @Override
    public ConcurrentNavigableMap<K, V> headMap(K to) {
        return headMap(to, false);
    }

    @Override
    public ConcurrentNavigableMap<K, V> tailMap(K from) {
        return tailMap(from, true);
    }

    @Override
    public ConcurrentNavigableMap<K, V> descendingMap() {
        return new SkipListPart<>(range.reversed());
    }

    @Override
    public NavigableSet<K> keySet() {
        return new SkipListKeys<>(this);
    }

    @Override
    public NavigableSet<K> navigableKeySet() {
        return new SkipListKeys<>(this);
    }

    @Override
    public NavigableSet<K> descendingKeySet() {
        return descendingMap().navigableKeySet();
    }

    @Override
    public Collection<V> values() {
        return new SkipListValues<>(this);
    }

    @Override
    public Set<Map.Entry<K, V>> entrySet() {
        return new Entries<>(this);
    }

    @Override
    public int hashCode() {
        int sum = 0;
        for (Map.Entry<K, V> entry : entrySet()) {
            sum += entry.getKey().hashCode() ^ entry.getValue().hashCode();
        }
        return sum;
    }

    /** The entries as a set; they are copies. */
    private static final class Entries<K, V> extends AbstractSet<Map.Entry<K, V>> {
        private final SkipListPart<K, V> map;

        private Entries(SkipListPart<K, V> map) {
            this.map = map;
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
        public void clear() {
            map.clear();
        }

        @Override
        public Iterator<Map.Entry<K, V>> iterator() {
            return new SkipListCursor<>(map, EntryPart.WHOLE);
        }

        @Override
        public boolean contains(Object other) {
            return other instanceof Map.Entry<?, ?> entry
                    && entry.getValue() != null
                    && entry.getValue().equals(map.get(entry.getKey()));
        }

        @Override
        public boolean remove(Object other) {
            return other instanceof Map.Entry<?, ?> entry && map.remove(entry.getKey(), entry.getValue());
        }

        /** {@inheritDoc} A value that has changed since the filter saw it stays. */
        @Override
        public boolean removeIf(Predicate<? super Map.Entry<K, V>> filter) {
            Objects.requireNonNull(filter);
            boolean some = false;
            for (Map.Entry<K, V> seen : this) {
                some |= filter.test(seen) && map.remove(seen.getKey(), seen.getValue());
            }
            return some;
        }

        @Override
        public int hashCode() {
            return map.hashCode();
        }
    }
}
