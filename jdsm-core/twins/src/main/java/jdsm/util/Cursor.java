package jdsm.util;

import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;

/** The part that iterators over a {@link Table} have in common. */
abstract class Cursor<K, V> {
    private final Table<K, V> table;
    private Node<K, V> next;
    private Node<K, V> current;
    private int expected;

    Cursor(Table<K, V> table) {
        this.table = table;
        this.expected = table.modCount;
        this.next = table.first();
    }

    public final boolean hasNext() {
        return next != null;
    }

    final Node<K, V> step() {
        Node<K, V> node = next;
        table.requireUnchanged(expected);
        if (node == null) {
            throw new NoSuchElementException();
        }
        current = node;
        next = table.after(node);
        return node;
    }

    public final void remove() {
        if (current == null) {
            throw new IllegalStateException();
        }
        table.requireUnchanged(expected);
        table.unlink(current);
        current = null;
        expected = table.modCount;
    }

    static final class OfKeys<K, V> extends Cursor<K, V> implements Iterator<K> {
        OfKeys(Table<K, V> table) {
            super(table);
        }

        @Override
        public K next() {
            return step().key;
        }
    }

    static final class OfValues<K, V> extends Cursor<K, V> implements Iterator<V> {
        OfValues(Table<K, V> table) {
            super(table);
        }

        @Override
        public V next() {
            return step().value;
        }
    }

    static final class OfEntries<K, V> extends Cursor<K, V> implements Iterator<Map.Entry<K, V>> {
        OfEntries(Table<K, V> table) {
            super(table);
        }

        @Override
        public Map.Entry<K, V> next() {
            return step();
        }
    }
}
