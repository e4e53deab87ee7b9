package jdsm.util;

import java.util.AbstractCollection;
import java.util.AbstractSet;
import java.util.Iterator;
import java.util.Map;

/** The keys, values and entries of a {@link Hashtable} as collections, which the table wraps with its monitor. */
final class HashtableParts {
    private HashtableParts() {}

    static final class Keys<K, V> extends AbstractSet<K> {
        private final Hashtable<K, V> table;

        Keys(Hashtable<K, V> table) {
            this.table = table;
        }

        @Override
        public int size() {
            return table.size();
        }

        @Override
        public void clear() {
            table.clear();
        }

        @Override
        public Iterator<K> iterator() {
            return new HashtableCursor.OfKeys<>(table);
        }

        @Override
        public boolean contains(Object key) {
            return table.containsKey(key);
        }

        @Override
        public boolean remove(Object key) {
            return table.remove(key) != null;
        }

        @Override
        public int hashCode() {
            return Hashing.sum(this);
        }
    }

    static final class Values<K, V> extends AbstractCollection<V> {
        private final Hashtable<K, V> table;

        Values(Hashtable<K, V> table) {
            this.table = table;
        }

        @Override
        public int size() {
            return table.size();
        }

        @Override
        public void clear() {
            table.clear();
        }

        @Override
        public Iterator<V> iterator() {
            return new HashtableCursor.OfValues<>(table);
        }

        @Override
        public boolean contains(Object value) {
            return table.containsValue(value);
        }
    }

    static final class Entries<K, V> extends AbstractSet<Map.Entry<K, V>> {
        private final Hashtable<K, V> table;

        Entries(Hashtable<K, V> table) {
            this.table = table;
        }

        @Override
        public int size() {
            return table.size();
        }

        @Override
        public void clear() {
            table.clear();
        }

        @Override
        public Iterator<Map.Entry<K, V>> iterator() {
            return new HashtableCursor.OfEntries<>(table);
        }

        @Override
        public boolean contains(Object other) {
            return other instanceof Map.Entry<?, ?> entry
                    && entry.getKey() != null
                    && entry.getValue() != null
                    && entry.getValue().equals(table.get(entry.getKey()));
        }

        @Override
        public boolean remove(Object other) {
            return contains(other) && table.remove(((Map.Entry<?, ?>) other).getKey()) != null;
        }

        @Override
        public int hashCode() {
            return Hashing.sum(this);
        }
    }
}
