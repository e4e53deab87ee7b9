package jdsm.util;

import java.util.Comparator;
import java.util.SortedMap;

/** What {@link java.util.Collections#unmodifiableSortedMap} returns in woven code. */
class ReadOnlySortedMap<K, V> extends ReadOnlyMap<K, V> implements SortedMap<K, V> {
    private static final long serialVersionUID = 1L;

    ReadOnlySortedMap(SortedMap<K, V> given) {
        super(given);
    }

    private SortedMap<K, V> map() {
        return (SortedMap<K, V>) given;
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
        return new ReadOnlySortedMap<>(map().subMap(from, to));
    }

    @Override
    public SortedMap<K, V> headMap(K to) {
        return new ReadOnlySortedMap<>(map().headMap(to));
    }

    @Override
    public SortedMap<K, V> tailMap(K from) {
        return new ReadOnlySortedMap<>(map().tailMap(from));
    }

    /** Serialisation writes a map of the JDK, for readers without JDSM. */
    private Object writeReplace() {
        return java.util.Collections.unmodifiableSortedMap(map());
    }
}
