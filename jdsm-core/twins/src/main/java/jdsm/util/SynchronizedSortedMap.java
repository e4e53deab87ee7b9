package jdsm.util;

import java.util.Comparator;
import java.util.SortedMap;

/** What {@link java.util.Collections#synchronizedSortedMap} returns in woven code; its parts have the map's monitor. */
class SynchronizedSortedMap<K, V> extends SynchronizedMap<K, V> implements SortedMap<K, V> {
    private static final long serialVersionUID = 1L;

    /** @param mutex null for this object */
    SynchronizedSortedMap(SortedMap<K, V> given, Object mutex) {
        super(given, mutex);
    }

    private SortedMap<K, V> map() {
        return (SortedMap<K, V>) given;
    }

    @Override
    public Comparator<? super K> comparator() {
        synchronized (mutex) {
            return map().comparator();
        }
    }

    @Override
    public K firstKey() {
        synchronized (mutex) {
            return map().firstKey();
        }
    }

    @Override
    public K lastKey() {
        synchronized (mutex) {
            return map().lastKey();
        }
    }

    @Override
    public SortedMap<K, V> subMap(K from, K to) {
        synchronized (mutex) {
            return new SynchronizedSortedMap<>(map().subMap(from, to), mutex);
        }
    }

    @Override
    public SortedMap<K, V> headMap(K to) {
        synchronized (mutex) {
            return new SynchronizedSortedMap<>(map().headMap(to), mutex);
        }
    }

    @Override
    public SortedMap<K, V> tailMap(K from) {
        synchronized (mutex) {
            return new SynchronizedSortedMap<>(map().tailMap(from), mutex);
        }
    }

    /** Serialisation writes a map of the JDK, for readers without JDSM. */
    private Object writeReplace() {
        return java.util.Collections.synchronizedSortedMap(map());
    }
}
