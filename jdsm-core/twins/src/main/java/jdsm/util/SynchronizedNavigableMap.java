package jdsm.util;

import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Set;

/** What {@link java.util.Collections#synchronizedNavigableMap} returns in woven code; its parts have the map's monitor. */
final class SynchronizedNavigableMap<K, V> extends SynchronizedSortedMap<K, V> implements NavigableMap<K, V> {
    private static final long serialVersionUID = 1L;

    /** @param mutex null for this object */
    SynchronizedNavigableMap(NavigableMap<K, V> given, Object mutex) {
        super(given, mutex);
    }

    private NavigableMap<K, V> map() {
        return (NavigableMap<K, V>) given;
    }

    private NavigableMap<K, V> part(NavigableMap<K, V> part) {
        return new SynchronizedNavigableMap<>(part, mutex);
    }

    @Override
    public Map.Entry<K, V> lowerEntry(K key) {
        synchronized (mutex) {
            return map().lowerEntry(key);
        }
    }

    @Override
    public K lowerKey(K key) {
        synchronized (mutex) {
            return map().lowerKey(key);
        }
    }

    @Override
    public Map.Entry<K, V> floorEntry(K key) {
        synchronized (mutex) {
            return map().floorEntry(key);
        }
    }

    @Override
    public K floorKey(K key) {
        synchronized (mutex) {
            return map().floorKey(key);
        }
    }

    @Override
    public Map.Entry<K, V> ceilingEntry(K key) {
        synchronized (mutex) {
            return map().ceilingEntry(key);
        }
    }

    @Override
    public K ceilingKey(K key) {
        synchronized (mutex) {
            return map().ceilingKey(key);
        }
    }

    @Override
    public Map.Entry<K, V> higherEntry(K key) {
        synchronized (mutex) {
            return map().higherEntry(key);
        }
    }

    @Override
    public K higherKey(K key) {
        synchronized (mutex) {
            return map().higherKey(key);
        }
    }

    @Override
    public Map.Entry<K, V> firstEntry() {
        synchronized (mutex) {
            return map().firstEntry();
        }
    }

    @Override
    public Map.Entry<K, V> lastEntry() {
        synchronized (mutex) {
            return map().lastEntry();
        }
    }

    @Override
    public Map.Entry<K, V> pollFirstEntry() {
        synchronized (mutex) {
            return map().pollFirstEntry();
        }
    }

    @Override
    public Map.Entry<K, V> pollLastEntry() {
        synchronized (mutex) {
            return map().pollLastEntry();
        }
    }

    @Override
    public NavigableMap<K, V> descendingMap() {
        synchronized (mutex) {
            return part(map().descendingMap());
        }
    }

    @Override
    public Set<K> keySet() {
        return navigableKeySet();
    }

    @Override
    public NavigableSet<K> navigableKeySet() {
        synchronized (mutex) {
            return new SynchronizedNavigableSet<>(map().navigableKeySet(), mutex);
        }
    }

    @Override
    public NavigableSet<K> descendingKeySet() {
        synchronized (mutex) {
            return new SynchronizedNavigableSet<>(map().descendingKeySet(), mutex);
        }
    }

    @Override
    public NavigableMap<K, V> subMap(K from, boolean fromInclusive, K to, boolean toInclusive) {
        synchronized (mutex) {
            return part(map().subMap(from, fromInclusive, to, toInclusive));
        }
    }

    @Override
    public NavigableMap<K, V> headMap(K to, boolean inclusive) {
        synchronized (mutex) {
            return part(map().headMap(to, inclusive));
        }
    }

    @Override
    public NavigableMap<K, V> tailMap(K from, boolean inclusive) {
        synchronized (mutex) {
            return part(map().tailMap(from, inclusive));
        }
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
        return java.util.Collections.synchronizedNavigableMap(map());
    }
}
