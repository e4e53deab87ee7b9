package jdsm.util;

import java.util.AbstractCollection;
import java.util.Collection;
import java.util.Iterator;

/** The values of a {@link LinkedTable} in their order or in the opposite one: Java 21's {@code sequencedValues}. */
final class LinkedValues<K, V> extends AbstractCollection<V> {
    private final LinkedTable<K, V> table;
    private final boolean backward;

    LinkedValues(LinkedTable<K, V> table, boolean backward) {
        this.table = table;
        this.backward = backward;
    }

    /** What {@code reversed} returns on Java 21 and later. */
    Collection<V> inReverse() {
        return new LinkedValues<>(table, !backward);
    }

    @Override
    public int size() {
        return table.size;
    }

    @Override
    public void clear() {
        table.clear();
    }

    @Override
    public Iterator<V> iterator() {
        return new PartCursor<>(table.entries(backward), EntryPart.VALUE);
    }

    @Override
    public boolean contains(Object value) {
        return table.containsValue(value);
    }
}
