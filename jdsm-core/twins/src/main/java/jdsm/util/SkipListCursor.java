package jdsm.util;

import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.function.Function;

/**
 * An iterator over a {@link SkipListPart}. It looks for the entry above the last key at each step, so it sees changes of
 * other threads that lie before it, and never fails.
 */
final class SkipListCursor<K, V, E> implements Iterator<E> {
    private final SkipListPart<K, V> part;
    private final Function<Map.Entry<K, V>, E> view;
    private Map.Entry<K, V> next;
    private Map.Entry<K, V> current;

    SkipListCursor(SkipListPart<K, V> part, Function<Map.Entry<K, V>, E> view) {
        this.part = part;
        this.view = view;
        this.next = part.firstEntry();
    }

    @Override
    public boolean hasNext() {
        return next != null;
    }

    @Override
    public E next() {
        if (next == null) {
            throw new NoSuchElementException();
        }
        current = next;
        next = part.higherEntry(current.getKey());
        return view.apply(current);
    }

    @Override
    public void remove() {
        if (current == null) {
            throw new IllegalStateException();
        }
        part.remove(current.getKey());
        current = null;
    }
}
