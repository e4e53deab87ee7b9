package jdsm.util;

import java.util.AbstractCollection;
import java.util.Iterator;
import java.util.Objects;
import java.util.function.Consumer;

/** The values of a {@link Table} as a collection. */
final class ValueView<K, V> extends AbstractCollection<V> {
    private final Table<K, V> table;

    ValueView(Table<K, V> table) {
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
    public Iterator<V> iterator() {
        return new Cursor.OfValues<>(table);
    }

    @Override
    public boolean contains(Object value) {
        return table.containsValue(value);
    }

    @Override
    public void forEach(Consumer<? super V> action) {
        Objects.requireNonNull(action);
        table.forEach((key, value) -> action.accept(value));
    }
}
