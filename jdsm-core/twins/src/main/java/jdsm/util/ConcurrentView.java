package jdsm.util;

import java.util.AbstractSet;
import java.util.Iterator;
import java.util.Map;
import java.util.Objects;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.Predicate;

/** The keys or the entries of a {@link ConcurrentHashMap} as a set. */
final class ConcurrentView<K, V, E> extends AbstractSet<E> {
    private final BulkOperations<K, V> map;
    /** The keys or the whole entries. */
    private final int part;

    ConcurrentView(BulkOperations<K, V> map, int part) {
        this.map = map;
        this.part = part;
    }

    @Override
    public int size() {
        return map.size();
    }

    @Override
    public void clear() {
        map.clear();
    }

    /** {@inheritDoc} Keys have no value to be added with. */
    @Override
    public boolean add(E element) {
        if (part == EntryPart.KEY) {
            throw new UnsupportedOperationException();
        }
        @SuppressWarnings("unchecked")
        Map.Entry<K, V> entry = (Map.Entry<K, V>) element;
        return map.put(entry.getKey(), entry.getValue()) == null;
    }

    @Override
    public boolean contains(Object element) {
        if (part == EntryPart.KEY) {
            return map.containsKey(element);
        }
        return element instanceof Map.Entry<?, ?> entry
                && entry.getKey() != null
                && entry.getValue() != null
                && entry.getValue().equals(map.get(entry.getKey()));
    }

    @Override
    public boolean remove(Object element) {
        if (part == EntryPart.KEY) {
            return map.remove(element) != null;
        }
        return element instanceof Map.Entry<?, ?> entry
                && entry.getKey() != null
                && map.remove(entry.getKey(), entry.getValue());
    }

    @Override
    public boolean removeIf(Predicate<? super E> filter) {
        Objects.requireNonNull(filter);
        return part == EntryPart.KEY ? super.removeIf(filter) : removeEntriesIf(filter);
    }

    /** Removes entries that still have the values which the filter has seen, as the JDK's map does. */
    private boolean removeEntriesIf(Predicate<? super E> filter) {
        boolean some = false;
        for (Map.Entry<K, V> entry : map.entries()) {
            Map.Entry<K, V> seen = new SimpleImmutableEntry<>(entry);
            some |= filter.test(EntryPart.of(part, seen)) && map.remove(seen.getKey(), seen.getValue());
        }
        return some;
    }

    @Override
    public Iterator<E> iterator() {
        return new SnapshotCursor<>(map, part);
    }

    @Override
    public Spliterator<E> spliterator() {
        return Spliterators.spliteratorUnknownSize(
                iterator(), Spliterator.DISTINCT | Spliterator.CONCURRENT | Spliterator.NONNULL);
    }

    /** {@inheritDoc} Other threads may change the size meanwhile. */
    @Override
    public Object[] toArray() {
        return new ArrayList<E>(0).filled(iterator()).toArray();
    }

    @Override
    public <T> T[] toArray(T[] given) {
        return new ArrayList<E>(0).filled(iterator()).toArray(given);
    }

    @Override
    public int hashCode() {
        return Hashing.sum(this);
    }
}
