package jdsm.util;

import java.util.AbstractSet;
import java.util.Iterator;
import java.util.function.Consumer;

/** The keys of a {@link Table} as a set. */
final class KeyView<K, V> extends AbstractSet<K> {
    private final Table<K, V> table;

    KeyView(Table<K, V> table) {
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
    public Iterator<K> iterator() {
        return new Cursor.OfKeys<>(table);
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
    public void forEach(Consumer<? super K> action) {
        java.util.Objects.requireNonNull(action);
        table.forEach((key, value) -> action.accept(key));
    }

    @Override
    public int hashCode() {
        return Hashing.sum(this);
    }
}
