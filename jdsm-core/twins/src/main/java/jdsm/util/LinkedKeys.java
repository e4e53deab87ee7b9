package jdsm.util;

import java.util.AbstractSet;
import java.util.Iterator;
import java.util.Set;

/** The keys of a {@link LinkedTable} in their order or in the opposite one: Java 21's {@code sequencedKeySet}. */
final class LinkedKeys<K, V> extends AbstractSet<K> {
    private final LinkedTable<K, V> table;
    private final boolean backward;

    LinkedKeys(LinkedTable<K, V> table, boolean backward) {
        this.table = table;
        this.backward = backward;
    }

    /** What {@code reversed} returns on Java 21 and later. */
    Set<K> inReverse() {
        return new LinkedKeys<>(table, !backward);
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
    public Iterator<K> iterator() {
        return new PartCursor<>(table.entries(backward), EntryPart.KEY);
    }

    @Override
    public boolean contains(Object key) {
        return table.find(key) != null;
    }

    @Override
    public boolean remove(Object key) {
        return table.remove(key) != null;
    }

    @Override
    public int hashCode() {
        return Hashing.sum(this);
    }
}
