package jdsm.util;

import java.util.Comparator;
import java.util.SortedMap;

/** What {@link java.util.Collections#checkedSortedMap} returns in woven code. */
class CheckedSortedMap<K, V> extends CheckedMap<K, V> implements SortedMap<K, V> {
    private static final long serialVersionUID = 1L;

    CheckedSortedMap(SortedMap<K, V> given, ElementType<K> keys, ElementType<V> values) {
        super(given, keys, values);
    }

    private SortedMap<K, V> map() {
        return (SortedMap<K, V>) given;
    }

    private SortedMap<K, V> part(SortedMap<K, V> part) {
        return new CheckedSortedMap<>(part, keys, values);
    }

    @Override
    public Comparator<? super K> comparator() {
        return map().comparator();
    }

    @Override
    public K firstKey() {
        return map().firstKey();
    }

    @Override
    public K lastKey() {
        return map().lastKey();
    }

    @Override
    public SortedMap<K, V> subMap(K from, K to) {
        return part(map().subMap(from, to));
    }

    @Override
    public SortedMap<K, V> headMap(K to) {
        return part(map().headMap(to));
    }

    @Override
    public SortedMap<K, V> tailMap(K from) {
        return part(map().tailMap(from));
    }

    /** Serialisation writes a map of the JDK, for readers without JDSM. */
    private Object writeReplace() {
        return java.util.Collections.checkedSortedMap(map(), keys.type, values.type);
    }
}
