package jdsm.util;

import java.util.AbstractCollection;
import java.util.Iterator;

/** The values of a {@link TreeRange} as a collection. */
final class TreeValues<K, V> extends AbstractCollection<V> {
    private final TreeRange<K, V> range;

    TreeValues(TreeRange<K, V> range) {
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
    public Iterator<V> iterator() {
        return new TreeCursor.OfValues<>(range);
    }
}
