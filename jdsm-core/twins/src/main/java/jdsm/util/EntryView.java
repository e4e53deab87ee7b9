package jdsm.util;

import java.util.AbstractSet;
import java.util.Iterator;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;

/** The entries of a {@link Table} as a set. */
final class EntryView<K, V> extends AbstractSet<Map.Entry<K, V>> {
    private final Table<K, V> table;

    EntryView(Table<K, V> table) {
        this.table = table;
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
        return new Cursor.OfEntries<>(table);
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
    public void forEach(Consumer<? super Map.Entry<K, V>> action) {
        Objects.requireNonNull(action);
        int count = table.modCount;
        for (Node<K, V> node = table.first(); node != null; node = table.after(node)) {
            action.accept(node);
        }
        table.requireUnchanged(count);
    }

    @Override
    public int hashCode() {
        return Hashing.sum(this);
    }
}
