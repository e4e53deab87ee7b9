package jdsm.util;

import java.util.ConcurrentModificationException;
import java.util.Enumeration;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;

/** The part that iterators over a {@link Hashtable} have in common. */
abstract class HashtableCursor<K, V> {
    private final Hashtable<K, V> table;
    private HashtableBuckets.Entry<K, V> next;
    private HashtableBuckets.Entry<K, V> current;
    private int expected;

    HashtableCursor(Hashtable<K, V> table) {
        this.table = table;
        this.expected = table.entries().changes();
        this.next = table.entries().after(null);
    }

    public final boolean hasNext() {
        return next != null;
    }

    /** Goes on; an iterator fails where the table has changed, an enumeration does not. */
    final HashtableBuckets.Entry<K, V> step(boolean failsFast) {
        if (failsFast) {
            requireUnchanged();
        }
        if (next == null) {
            throw new NoSuchElementException("Hashtable Enumerator");
        }
        current = next;
        next = table.entries().after(current);
        return current;
    }

    private void requireUnchanged() {
        if (table.entries().changes() != expected) {
            throw new ConcurrentModificationException();
        }
    }

    public final void remove() {
        if (current == null) {
            throw new IllegalStateException("Hashtable Enumerator");
        }
        synchronized (table) {
            requireUnchanged();
            table.entries().unlink(current);
            expected = table.entries().changes();
        }
        current = null;
    }

    static final class OfKeys<K, V> extends HashtableCursor<K, V> implements Iterator<K>, Enumeration<K> {
        OfKeys(Hashtable<K, V> table) {
            super(table);
        }

        @Override
        public K next() {
            return step(true).key;
        }

        @Override
        public boolean hasMoreElements() {
            return hasNext();
        }

        @Override
        public K nextElement() {
            return step(false).key;
        }

        @Override
        public Iterator<K> asIterator() {
            return this;
        }
    }

    static final class OfValues<K, V> extends HashtableCursor<K, V> implements Iterator<V>, Enumeration<V> {
        OfValues(Hashtable<K, V> table) {
            super(table);
        }

        @Override
        public V next() {
            return step(true).value;
        }

        @Override
        public boolean hasMoreElements() {
            return hasNext();
        }

        @Override
        public V nextElement() {
            return step(false).value;
        }

        @Override
        public Iterator<V> asIterator() {
            return this;
        }
    }

    static final class OfEntries<K, V> extends HashtableCursor<K, V> implements Iterator<Map.Entry<K, V>> {
        OfEntries(Hashtable<K, V> table) {
            super(table);
        }

        @Override
        public Map.Entry<K, V> next() {
            return step(true);
        }
    }
}
