package jdsm.util;

import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;

/** An iterator over the entries of a {@link LinkedTable} from the last to the first. */
final class BackwardCursor<K, V> implements Iterator<Map.Entry<K, V>> {
    private final LinkedTable<K, V> table;
    private Node<K, V> next;
    private Node<K, V> current;
    private int expected;

    BackwardCursor(LinkedTable<K, V> table) {
        this.table = table;
        this.expected = table.modCount;
        this.next = table.last();
    }

    @Override
    public boolean hasNext() {
        return next != null;
    }

    @Override
    public Map.Entry<K, V> next() {
        Node<K, V> node = next;
        table.requireUnchanged(expected);
        if (node == null) {
            throw new NoSuchElementException();
        }
        current = node;
        next = table.before(node);
        return node;
    }

    @Override
    public void remove() {
        if (current == null) {
            throw new IllegalStateException();
        }
        table.requireUnchanged(expected);
        table.unlink(current);
        current = null;
        expected = table.modCount;
    }
}
