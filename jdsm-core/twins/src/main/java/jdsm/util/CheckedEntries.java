package jdsm.util;

import java.util.AbstractSet;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;

/** The entries of a {@link CheckedMap}: values of one class only can be set. */
final class CheckedEntries<K, V> extends AbstractSet<Map.Entry<K, V>> {
    private final Set<Map.Entry<K, V>> given;
    private final ElementType<V> values;

    CheckedEntries(Set<Map.Entry<K, V>> given, ElementType<V> values) {
        this.given = given;
        this.values = values;
    }

    private static final class Entry<K, V> implements Map.Entry<K, V> {
        private final Map.Entry<K, V> given;
        private final ElementType<V> values;

        private Entry(Map.Entry<K, V> given, ElementType<V> values) {
            this.given = given;
            this.values = values;
        }

        @Override
        public K getKey() {
            return given.getKey();
        }

        @Override
        public V getValue() {
            return given.getValue();
        }

        @Override
        public V setValue(V value) {
            return given.setValue(values.check(value));
        }

        @Override
        public boolean equals(Object other) {
            return other == this || given.equals(other);
        }

        @Override
        public int hashCode() {
            return given.hashCode();
        }

        @Override
        public String toString() {
            return given.toString();
        }
    }

    private static final class Entries<K, V> implements Iterator<Map.Entry<K, V>> {
        private final Iterator<Map.Entry<K, V>> given;
        private final ElementType<V> values;

        private Entries(Iterator<Map.Entry<K, V>> given, ElementType<V> values) {
            this.given = given;
            this.values = values;
        }

        @Override
        public boolean hasNext() {
            return given.hasNext();
        }

        @Override
        public Map.Entry<K, V> next() {
            return new Entry<>(given.next(), values);
        }

        @Override
        public void remove() {
            given.remove();
        }
    }

    @Override
    public int size() {
        return given.size();
    }

    @Override
    public boolean contains(Object entry) {
        return given.contains(entry);
    }

    @Override
    public boolean remove(Object entry) {
        return given.remove(entry);
    }

    @Override
    public Iterator<Map.Entry<K, V>> iterator() {
        return new Entries<>(given.iterator(), values);
    }

    @Override
    public int hashCode() {
        return given.hashCode();
    }

    @Override
    public void clear() {
        given.clear();
    }
}
