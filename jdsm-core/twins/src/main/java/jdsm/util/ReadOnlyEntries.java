package jdsm.util;

import java.util.AbstractSet;
import java.util.Iterator;
import java.util.Map;

/** The entries of a {@link ReadOnlyMap}: copies, so that nothing changes the map. */
final class ReadOnlyEntries<K, V> extends AbstractSet<Map.Entry<K, V>> {
    private final Map<K, V> map;

    ReadOnlyEntries(Map<K, V> map) {
        this.map = map;
    }

    private static final class Copies<K, V> implements Iterator<Map.Entry<K, V>> {
        private final Iterator<Map.Entry<K, V>> entries;

        private Copies(Iterator<Map.Entry<K, V>> entries) {
            this.entries = entries;
        }

        @Override
        public boolean hasNext() {
            return entries.hasNext();
        }

        @Override
        public Map.Entry<K, V> next() {
            return new SimpleImmutableEntry<>(entries.next());
        }
    }

    @Override
    public int size() {
        return map.size();
    }

    @Override
    public boolean contains(Object entry) {
        return map.entrySet().contains(entry);
    }

    @Override
    public Iterator<Map.Entry<K, V>> iterator() {
        return new Copies<>(map.entrySet().iterator());
    }

    @Override
    public void clear() {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean remove(Object entry) {
        throw new UnsupportedOperationException();
    }

    @Override
    public int hashCode() {
        return map.entrySet().hashCode();
    }
}
