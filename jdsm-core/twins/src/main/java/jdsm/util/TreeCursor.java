package jdsm.util;

import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;

/** The part that iterators over a {@link TreeRange} have in common. */
abstract class TreeCursor<K, V> {
    private final TreeRange<K, V> range;
    private TreeNode<K, V> next;
    private TreeNode<K, V> current;
    private int expected;

    TreeCursor(TreeRange<K, V> range) {
        this.range = range;
        this.next = range.first();
        this.expected = range.tree.modCount;
    }

    public final boolean hasNext() {
        return next != null;
    }

    final TreeNode<K, V> step() {
        TreeNode<K, V> node = next;
        if (node == null) {
            throw new NoSuchElementException();
        }
        range.tree.requireUnchanged(expected);
        current = node;
        next = range.after(node);
        return node;
    }

    public final void remove() {
        if (current == null) {
            throw new IllegalStateException();
        }
        range.tree.requireUnchanged(expected);
        range.tree.unlink(current);
        current = null;
        expected = range.tree.modCount;
    }

    static final class OfKeys<K, V> extends TreeCursor<K, V> implements Iterator<K> {
        OfKeys(TreeRange<K, V> range) {
            super(range);
        }

        @Override
        public K next() {
            return step().key;
        }
    }

    static final class OfValues<K, V> extends TreeCursor<K, V> implements Iterator<V> {
        OfValues(TreeRange<K, V> range) {
            super(range);
        }

        @Override
        public V next() {
            return step().value;
        }
    }

    static final class OfEntries<K, V> extends TreeCursor<K, V> implements Iterator<Map.Entry<K, V>> {
        OfEntries(TreeRange<K, V> range) {
            super(range);
        }

        @Override
        public Map.Entry<K, V> next() {
            return step();
        }
    }
}
