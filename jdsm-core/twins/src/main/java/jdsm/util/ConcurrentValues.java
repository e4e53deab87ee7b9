package jdsm.util;

import java.util.AbstractCollection;
import java.util.Iterator;
import java.util.Map;
import java.util.Objects;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.Predicate;

/** The values of a {@link ConcurrentHashMap} as a collection. */
final class ConcurrentValues<K, V> extends AbstractCollection<V> {
    private final BulkOperations<K, V> map;

    ConcurrentValues(BulkOperations<K, V> map) {
        this.map = map;
    }

    @Override
    public int size() {
        return map.size();
    }

    @Override
    public void clear() {
        map.clear();
    }

    @Override
    public boolean contains(Object value) {
        return map.containsValue(value);
    }

    /** {@inheritDoc} A value that has changed since the filter saw it stays. */
    @Override
    public boolean removeIf(Predicate<? super V> filter) {
        Objects.requireNonNull(filter);
        boolean some = false;
        for (Map.Entry<K, V> entry : map.entries()) {
            V seen = entry.getValue();
            some |= filter.test(seen) && map.remove(entry.getKey(), seen);
        }
        return some;
    }

    @Override
    public Iterator<V> iterator() {
        return new SnapshotCursor<>(map, EntryPart.VALUE);
    }

    @Override
    public Spliterator<V> spliterator() {
        return Spliterators.spliteratorUnknownSize(iterator(), Spliterator.CONCURRENT | Spliterator.NONNULL);
    }

    /** {@inheritDoc} Other threads may change the size meanwhile. */
    @Override
    public Object[] toArray() {
        return new ArrayList<V>(0).filled(iterator()).toArray();
    }

    @Override
    public <T> T[] toArray(T[] given) {
        return new ArrayList<V>(0).filled(iterator()).toArray(given);
    }
}
