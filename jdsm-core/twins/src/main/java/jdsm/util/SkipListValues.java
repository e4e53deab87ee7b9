package jdsm.util;

import java.util.AbstractCollection;
import java.util.Iterator;
import java.util.Objects;
import java.util.function.Predicate;

/** The values of a {@link SkipListPart} as a collection. */
final class SkipListValues<K, V> extends AbstractCollection<V> {
    private final SkipListPart<K, V> map;

    SkipListValues(SkipListPart<K, V> map) {
        this.map = map;
    }

    @Override
    public int size() {
        return map.size();
    }

    @Override
    public boolean isEmpty() {
        return map.isEmpty();
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
        return map.entrySet().removeIf(entry -> filter.test(entry.getValue()));
    }

    @Override
    public Iterator<V> iterator() {
        return new SkipListCursor<>(map, EntryPart.VALUE);
    }
}
