package jdsm.util;

import java.util.AbstractSet;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;

/** The entries of a {@link LinkedTable} in their order or in the opposite one: Java 21's {@code sequencedEntrySet}. */
final class LinkedEntries<K, V> extends AbstractSet<Map.Entry<K, V>> {
    private final LinkedTable<K, V> table;
    private final boolean backward;

    LinkedEntries(LinkedTable<K, V> table, boolean backward) {
        this.table = table;
        this.backward = backward;
    }

    /** What {@code reversed} returns on Java 21 and later. */
    Set<Map.Entry<K, V>> inReverse() {
        return new LinkedEntries<>(table, !backward);
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
    public Iterator<Map.Entry<K, V>> iterator() {
        return table.entries(backward);
    }

    @Override
    public boolean contains(Object other) {
        if (!(other instanceof Map.Entry<?, ?> entry)) {
            return false;
        }
        Node<K, V> found = table.find(entry.getKey());
        return found != null && found.equals(entry);
    }

    @Override
    public boolean remove(Object other) {
        return other instanceof Map.Entry<?, ?> entry && table.remove(entry.getKey(), entry.getValue());
    }

    @Override
    public int hashCode() {
        return Hashing.sum(this);
    }
}
