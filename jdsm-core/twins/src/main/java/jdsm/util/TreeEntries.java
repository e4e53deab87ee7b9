package jdsm.util;

import java.util.AbstractSet;
import java.util.Iterator;
import java.util.Map;

/** The entries of a {@link TreeRange} as a set. */
final class TreeEntries<K, V> extends AbstractSet<Map.Entry<K, V>> {
    private final TreeRange<K, V> range;

    TreeEntries(TreeRange<K, V> range) {
        this.range = range;
    }

    @Override
    public int size() {
        return range.size();
    }

    @Override
    public boolean isEmpty() {
        return range.first() == null;
    }

    @Override
    public void clear() {
        range.clear();
    }

    @Override
    public Iterator<Map.Entry<K, V>> iterator() {
        return new TreeCursor.OfEntries<>(range);
    }

    private TreeNode<K, V> find(Object other) {
        if (!(other instanceof Map.Entry<?, ?> entry)) {
            return null;
        }
        TreeNode<K, V> found = range.find(entry.getKey());
        return found != null && found.equals(entry) ? found : null;
    }

    @Override
    public boolean contains(Object other) {
        return find(other) != null;
    }

    @Override
    public boolean remove(Object other) {
        TreeNode<K, V> found = find(other);
        if (found != null) {
            range.tree.unlink(found);
        }
        return found != null;
    }

    @Override
    public int hashCode() {
        return Hashing.sum(this);
    }
}
